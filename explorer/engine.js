// The rooms core, search and backup in WebAssembly: replays of the record, numbers by node.
import { bytes } from './record.js';

const kColumns = ['parent', 'move', 'legal', 'seat', 'flags', 'prior', 'leaf', 'value', 'uncertainty', 'plies',
  'heuristic', 'unvisitedCount', 'unvisited', 'ends'];

async function unpacked(text) {
  const stream = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

const hex = (number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
};

/// A map of a configuration as the module reads it.
function treeText(value) {
  if (typeof value === 'number') return `n ${hex(value)}`;
  if (typeof value === 'string') return `t ${encodeURIComponent(value)}`;
  if (Array.isArray(value)) return ['l', value.length, ...value.map(treeText)].join(' ');
  return ['m', Object.keys(value).length, ...Object.entries(value).map(([key, one]) => `${encodeURIComponent(key)} ${treeText(one)}`)].join(' ');
}

/// An operator as the module reads it.
export function operatorText(operator, changes = {}) {
  const lines = [operator.name];
  for (const [key, kept] of Object.entries(operator.parameters)) {
    const value = key in changes ? changes[key] : kept;
    const type = operator.specs.find((spec) => spec.key === key)?.type;
    if (value === null || value === undefined) continue;
    if (Array.isArray(value)) lines.push(`${key} l ${value.map(hex).join(' ')}`);
    else if (typeof value === 'boolean') lines.push(`${key} b ${value ? 1 : 0}`);
    else if (typeof value === 'object') lines.push(`${key} y ${treeText(value)}`);
    else if (typeof value === 'string') lines.push(`${key} t ${value}`);
    else lines.push(type === 'integer' ? `${key} i ${value}` : `${key} r ${hex(value)}`);
  }
  return lines.join('\n');
}

export async function makeEngine(record, moduleText) {
  const stub = new Proxy({}, { get: (_, name) => (...given) => {
    if (name === 'proc_exit') throw new Error('the operator stopped: ' + given);
    return 52;
  } });
  const module = await WebAssembly.instantiate(await unpacked(moduleText), { wasi_snapshot_preview1: stub });
  const calls = module.instance.exports;
  calls._initialize?.();
  const give = (bytes) => {
    const at = calls.give(bytes.length);
    new Uint8Array(calls.memory.buffer, at, bytes.length).set(bytes);
  };
  kColumns.forEach((name, which) => {
    if (!record[name]) return;
    const data = record[name];
    give(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    calls.take_column(which);
  });
  const { raw } = record;
  const context = raw.context;
  calls.set_up(record.hasPriors ? 1 : 0, raw.solver ? 1 : 0, context.simulations, context.board_points,
    context.branching, context.has_priors ? 1 : 0, context.has_heuristics ? 1 : 0);
  const encoder = new TextEncoder();
  return {
    calls,
    start(place, texts) {
      for (const text of texts) {
        give(encoder.encode(text));
        calls.add_operator();
      }
      calls.start(place);
    },
    /// Every operator's value of a node and the child that it prefers (-1: none), after every simulation.
    curve(place, texts, node) {
      this.start(place, texts);
      const at = calls.curve(place, node, texts.length);
      const size = record.simulations * texts.length;
      const numbers = new Float64Array(calls.memory.buffer, at, size).slice();
      const moves = new Float64Array(calls.memory.buffer, at + 8 * size, size);
      const byMove = new Map(record.children[node].map((child) => [record.move[child], child]));
      return { numbers, preferred: Int32Array.from(moves, (move) => byMove.get(move) ?? -1) };
    },
    /// What decided the root's move under an operator; simulations count from 0, nodes are -1 where there is none.
    decided(text) {
      give(encoder.encode(text));
      const at = calls.decided();
      const [preferred, flips, otherwise, isMinimal, count] = new Float64Array(calls.memory.buffer, at, 5);
      const simulations = [...new Float64Array(calls.memory.buffer, at + 40, count)];
      return { preferred: preferred || -1, flips, otherwise: otherwise || -1, isMinimal: isMinimal !== 0, simulations };
    },
    /// How much the node's value follows its own evaluations and each child; null where it is no function of these.
    pulls(place, node, op) {
      const at = calls.pulls(place, node, op);
      const [size, own] = new Float64Array(calls.memory.buffer, at, 2);
      if (size === 0) return null;
      const numbers = new Float64Array(calls.memory.buffer, at, 2 + 2 * size);
      const byMove = new Map(record.children[node].map((child) => [record.move[child], child]));
      const children = new Map();
      for (let i = 0; i < size; ++i) children.set(byMove.get(numbers[2 + 2 * i]), numbers[3 + 2 * i]);
      return { own, children };
    },
    /// What an operator told of the last simulation, a step a node of its path, the leaf's first.
    steps(place, op) {
      const at = calls.steps(place, op);
      const all = new Uint8Array(calls.memory.buffer);
      return JSON.parse(new TextDecoder().decode(all.subarray(at, all.indexOf(0, at))));
    },
    /// A node's visited children in the order in which operators see them.
    children(place, node) {
      const at = calls.children(place, node);
      const [count] = new Float64Array(calls.memory.buffer, at, 1);
      const byMove = new Map(record.children[node].map((child) => [record.move[child], child]));
      return Array.from(new Float64Array(calls.memory.buffer, at + 8, count), (move) => byMove.get(move));
    },
    /// f of a list g over some visits.
    weightsOf(operator, key, knots, span, isLog, visits) {
      const hasOne = operator.name === 'monotone' || key === 'g_time';
      const numbers = Float64Array.from([span, isLog ? 1 : 0, hasOne ? 1 : 0, knots.length, ...knots, ...visits]);
      give(new Uint8Array(numbers.buffer));
      return [...new Float64Array(calls.memory.buffer, calls.weights(), visits.length)];
    },
    preferred(place, node, op) {
      const move = calls.preferred(place, node, op);
      return record.children[node].find((child) => record.move[child] === move) ?? -1;
    },
  };
}
