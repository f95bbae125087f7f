// The record out of the page: columns as typed arrays, nodes' children, paths and boards.
export function bytes(text) {
  const letters = atob(text);
  const made = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) made[i] = letters.charCodeAt(i);
  return made;
}
const column = (Kind, text) => new Kind(bytes(text).buffer);

export function readRecord(text) {
  const raw = JSON.parse(text);
  const nodes = raw.nodes;
  const simulations = raw.simulations;
  const record = {
    raw,
    count: nodes.count,
    parent: column(Uint32Array, nodes.parent),
    move: column(Uint16Array, nodes.move),
    name: column(Uint16Array, nodes.name),
    seat: column(Uint8Array, nodes.seat),
    flags: column(Uint8Array, nodes.flags),
    legal: column(Uint16Array, nodes.legal),
    prior: nodes.prior ? column(Float32Array, nodes.prior) : null,
    exact: nodes.exact ? column(Float64Array, nodes.exact) : null,
    simulations: simulations.count,
    leaf: column(Uint32Array, simulations.leaf),
    value: column(Float64Array, simulations.value),
    uncertainty: simulations.uncertainty ? column(Float64Array, simulations.uncertainty) : null,
    plies: column(Uint16Array, simulations.plies),
    ends: column(Uint8Array, simulations.flags),
  };
  record.children = Array.from({ length: record.count }, () => []);
  for (let node = 1; node < record.count; ++node) record.children[record.parent[node]].push(node);
  record.byPath = new Map();
  record.path = [''];
  for (let node = 1; node < record.count; ++node) {
    const above = record.path[record.parent[node]];
    record.path.push(above ? above + '.' + moveOf(record, node) : moveOf(record, node));
  }
  record.path.forEach((path, node) => record.byPath.set(path, node));
  record.scale = record.value.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  record.isWon = record.value.every((value) => value === 0 || Math.abs(value) === 1) && raw.seats === 2;
  if (raw.board) readBoard(record);
  return record;
}

export const moveOf = (record, node) => record.raw.names[record.name[node]];

export function wayTo(record, node) {
  const way = [node];
  while (node !== 0) way.unshift((node = record.parent[node]));
  return way;
}

function readBoard(record) {
  const board = record.raw.board;
  record.boardStart = new Uint32Array(record.count + 1);
  column(Uint16Array, board.count).forEach((changes, node) => {
    record.boardStart[node + 1] = record.boardStart[node] + changes;
  });
  record.boardCell = column(Uint16Array, board.cell);
  record.boardStone = column(Uint8Array, board.stone);
}

/// Rows of letters at a node, and the places that its own move changed.
export function boardAt(record, node) {
  if (!record.raw.board) return null;
  const rows = record.raw.board.rows.map((row) => [...row]);
  const width = rows[0].length;
  let changed = [];
  for (const one of wayTo(record, node)) {
    changed = [];
    for (let at = record.boardStart[one]; at < record.boardStart[one + 1]; ++at) {
      const cell = record.boardCell[at];
      rows[Math.floor(cell / width)][cell % width] = String.fromCharCode(record.boardStone[at]);
      changed.push(cell);
    }
  }
  return { rows, changed };
}
