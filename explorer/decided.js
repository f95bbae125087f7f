// What decided: how many of the simulations that an operator's move hangs on were there by when, and its flips.
import { moveOf } from './record.js';
import { el, lineOf, zoom } from './show.js';

const [kHigh, kLeft, kRight, kLow] = [150, 92, 12, 24];

/// `found`: an operator, what engine.decided() found; `wide`: the box's width. A step a simulation that decided.
export function drawDecided(view, found, wide) {
  const kWide = Math.max(320, Math.min(1000, wide / zoom()));
  const count = view.record.simulations;
  const across = (k) => kLeft + ((kWide - kLeft - kRight) * (k - 1)) / Math.max(count - 1, 1);
  const up = (share) => 12 + (kHigh - 12 - kLow) * (1 - share);
  const svg = el('svg', { viewBox: `0 0 ${kWide} ${kHigh}`, role: 'img', 'aria-label': 'simulations that decided, by simulation' });
  for (const share of [0, 0.5, 1]) svg.append(el('line', { x1: kLeft, x2: kWide - kRight, y1: up(share), y2: up(share), class: 'grid-line' }), el('text', { x: kLeft - 6, y: up(share) + 4, class: 'tick' }, `${100 * share} %`));
  for (const k of [1, Math.ceil(count / 2), count]) svg.append(el('text', { x: across(k), y: kHigh - 6, class: `tick ${k === count ? '' : 'middle'}` }, `${k}`));
  found.forEach(({ simulations }, i) => {
    const points = [[1, 0]];
    simulations.forEach((k, rank) => points.push([k + 1, rank / simulations.length], [k + 1, (rank + 1) / simulations.length]));
    if (simulations.length > 0) points.push([count, 1]);
    const drawn = points.map(([k, share]) => `${across(k).toFixed(1)},${up(share).toFixed(1)}`).join(' ');
    svg.append(el('polyline', { points: drawn, style: `stroke:${lineOf(i)}`, class: `curve${i === view.op ? ' driver' : ''}${view.operators[i].of ? ' copy' : ''}` }));
  });
  return [svg, el('ul', {}, ...found.map((one, i) => sentence(view, one, i)))];
}

function sentence({ record, operators }, { preferred, flips, otherwise, isMinimal, simulations }, i) {
  const name = (node) => (node < 0 ? 'no move' : moveOf(record, node));
  const text = preferred < 0 ? 'prefers no move' : `${name(preferred)}; without ${simulations.length} of ${record.simulations} simulations ${name(otherwise)}${isMinimal ? '' : ' (fewer might do)'}; flipped ${flips} time${flips === 1 ? '' : 's'}`;
  return el('li', { 'data-operator': operators[i].label, 'data-deciding': simulations.map((k) => k + 1).join(','), 'data-flips': flips }, el('b', { style: `color:${lineOf(i)}` }, operators[i].label), ` ${text}`);
}
