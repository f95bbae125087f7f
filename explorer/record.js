// The record out of the page, lines of rootward.exploration/2: columns as typed arrays, nodes' children, paths and boards.
export function bytes(text) {
  const letters = atob(text);
  const made = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) made[i] = letters.charCodeAt(i);
  return made;
}
const kChance = 1, kEnd = 2, kPriors = 4;

/// `text`: the record's lines; `notes`: what the page knows of the operators beside.
export function readRecord(text, notes) {
  const [head, ...lines] = text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const nodes = lines.filter((line) => 'node' in line);
  const simulations = lines.filter((line) => 'simulation' in line);
  const record = { raw: { ...head, ...JSON.parse(notes) }, count: nodes.length, simulations: simulations.length, ...nodeColumns(nodes), ...simulationColumns(simulations) };
  record.hasPriors = record.prior !== null;
  record.children = nodes.map(() => []);
  for (let node = 1; node < record.count; ++node) record.children[record.parent[node]].push(node);
  record.path = [''];
  for (let node = 1; node < record.count; ++node) {
    const above = record.path[record.parent[node]];
    record.path.push(above ? above + '.' + moveOf(record, node) : moveOf(record, node));
  }
  record.byPath = new Map(record.path.map((path, node) => [path, node]));
  record.scale = record.value.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  record.isWon = record.value.every((value) => value === 0 || Math.abs(value) === 1) && head.seats !== 1;
  return record;
}

function nodeColumns(nodes) {
  const column = (Kind, of) => Kind.from(nodes, of);
  const some = (key) => nodes.some((node) => key in node);
  const names = [...new Set(nodes.slice(1).map((node) => node.move))].sort(new Intl.Collator('en', { numeric: true }).compare);
  const numbers = new Map(names.map((name, i) => [name, i]));
  const flags = column(Uint8Array, (node) => (node.chance ? kChance : 0) | (node.end ? kEnd : 0));
  for (const node of nodes) if ('prior' in node) flags[node.parent] |= kPriors;
  return {
    names, flags,
    parent: column(Uint32Array, (node) => node.parent ?? 0),
    move: column(Uint16Array, (node) => numbers.get(node.move) ?? 0),
    seat: column(Uint8Array, (node) => node.mover - 1),
    legal: column(Uint16Array, (node) => node.legal ?? 0),
    prior: some('prior') ? column(Float32Array, (node) => node.prior ?? (node.node ? 1 / nodes[node.parent].legal : 0)) : null,
    heuristic: some('heuristic') ? column(Float64Array, (node) => node.heuristic) : null,
    unvisitedCount: column(Uint16Array, (node) => node.unvisited?.length ?? 0),
    unvisited: Float64Array.from(nodes.flatMap((node) => node.unvisited ?? [])),
    exact: some('exact') ? column(Float64Array, (node) => node.exact ?? NaN) : null,
    text: some('text') ? nodes.map((node) => node.text ?? '') : null,
    cells: nodes.map((node) => node.cells ?? []),
  };
}

function simulationColumns(simulations) {
  const column = (Kind, of) => Kind.from(simulations, of);
  return {
    leaf: column(Uint32Array, (one) => one.leaf),
    value: column(Float64Array, (one) => one.value),
    uncertainty: simulations.some((one) => one.uncertainty) ? column(Float64Array, (one) => one.uncertainty ?? 0) : null,
    plies: column(Uint16Array, (one) => one.plies ?? 0),
    ends: column(Uint8Array, (one) => (one.expanded ? 1 : 0) | (one.proven ? 2 : 0)),
  };
}

export const moveOf = (record, node) => record.names[record.move[node]];

export function wayTo(record, node) {
  const way = [node];
  while (node !== 0) way.unshift((node = record.parent[node]));
  return way;
}

/// Rows of letters at a node, and the places that its own move changed; null where the game has no board.
export function boardAt(record, node) {
  if (!record.raw.board) return null;
  const rows = record.raw.board.map((row) => [...row]);
  const width = rows[0].length;
  let changed = [];
  for (const one of wayTo(record, node)) {
    changed = record.cells[one].map(([cell]) => cell);
    for (const [cell, letter] of record.cells[one]) rows[Math.floor(cell / width)][cell % width] = letter;
  }
  return { rows, changed };
}
