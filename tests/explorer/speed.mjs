// Simulations a second of the page's WebAssembly, operator by operator: node speed.mjs PAGE.html
import { readFileSync } from 'node:fs';
import { makeEngine, operatorText } from '../../explorer/engine.js';
import { readRecord } from '../../explorer/record.js';

const kRuns = 5;
const page = readFileSync(process.argv[2], 'utf8');
const inside = (id) => new RegExp(`<script [^>]*id="${id}">([^]*?)</script>`).exec(page)[1];
const record = readRecord(inside('record'), inside('notes'));
const engine = await makeEngine(record, inside('module'));
for (const operator of record.raw.operators) {
  const seconds = Array.from({ length: kRuns }, () => {
    engine.start(0, [operatorText(operator)]);
    const start = process.cpuUsage().user;
    engine.calls.run_to(0, record.simulations);
    return (process.cpuUsage().user - start) / 1e6;
  }).sort((a, b) => a - b);
  console.log(JSON.stringify({ operator: operator.label, simulations: record.simulations, perSecond: Math.round(record.simulations / seconds[Math.floor(kRuns / 2)]) }));
}
