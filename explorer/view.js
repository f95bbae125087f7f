// What is shown, out of the state: the replays run to where one is, and all numbers of that moment.
import { operatorText } from './engine.js';
import { wayTo } from './record.js';

export const kRecorded = 0, kScratch = 1, kCopies = 2, kTold = 3;
export const texts = (list) => list.map((one) => operatorText(one.of ?? one, one.changes));

/// A copy of each recorded operator that a slider moved.
export function copies({ record, state }) {
  return record.raw.operators.filter((one) => state.changes[one.label]).map((one) => ({ ...one, label: `${one.label}?`, of: one, changes: state.changes[one.label], shownParameters: { ...one.parameters, ...state.changes[one.label] } }));
}

/// Runs the recorded operators and their copies to simulation k, the last one told.
export function goTo(page, k) {
  const { record, engine, state } = page;
  if (state.done < 0 || state.done > k - 1) engine.start(kRecorded, texts(record.raw.operators));
  if (k > 0) engine.calls.run_told(kRecorded, k);
  state.done = k;
  runCopies(page, k);
  state.simulation = k;
}

function runCopies(page, k) {
  const { engine, state } = page;
  const moved = copies(page);
  const key = JSON.stringify(state.changes);
  if (moved.length === 0) return;
  if (state.copied !== key || state.copiesDone > k - 1) engine.start(kCopies, texts(moved));
  if (k > 0) engine.calls.run_told(kCopies, k);
  Object.assign(state, { copied: key, copiesDone: k });
}

function visitsAt(record, simulation) {
  const visits = new Uint32Array(record.count);
  for (let k = 0; k < simulation; ++k) {
    for (let node = record.leaf[k]; node !== 0; node = record.parent[node]) ++visits[node];
  }
  visits[0] = simulation;
  return visits;
}

/// What an operator did at a node when a simulation last came by, as it told it itself; null: none has.
function explained(page, view, node, i) {
  const { record, engine } = page;
  let k = view.simulation;
  while (k > 0 && !wayTo(record, record.leaf[k - 1]).includes(node)) --k;
  if (k === 0) return null;
  const way = wayTo(record, record.leaf[k - 1]);
  const isNow = k === view.simulation;
  const [place, op] = isNow ? view.placed(i) : [kTold, 0];
  if (!isNow) {
    engine.start(kTold, texts([view.operators[i]]));
    engine.calls.run_told(kTold, k);
  }
  const step = engine.steps(place, op)[way.length - 1 - way.indexOf(node)];
  return byVisits({ ...step, simulation: k, children: engine.children(place, node) }, view.visits);
}

/// The same with the children, and all that is told of them, in the order of their visits.
function byVisits(step, visits) {
  const order = step.children.map((_, place) => place).sort((a, b) => visits[step.children[b]] - visits[step.children[a]]);
  const sorted = (terms) => terms.map((term) => (term.isOfChildren ? { ...term, numbers: order.map((place) => term.numbers[place]) } : term));
  return { ...step, children: order.map((place) => step.children[place]), inputs: sorted(step.inputs), terms: sorted(step.terms) };
}

export function makeView(page) {
  const { record, engine, state } = page;
  const { calls } = engine;
  const recorded = record.raw.operators.map((one) => ({ ...one, shownParameters: one.parameters }));
  const [low, high] = record.raw.returns;
  const isPlain = low === -1 && high === 1;
  const visits = visitsAt(record, state.simulation);
  const placed = (i) => (i < recorded.length ? [kRecorded, i] : [kCopies, i - recorded.length]);
  const view = {
    record, visits, placed, isPlain, op: state.op, isDifference: state.isDifference, simulation: state.simulation, scale: record.scale,
    operators: [...recorded, ...copies(page)],
    way: state.simulation > 0 ? wayTo(record, record.leaf[state.simulation - 1]) : [],
    // The very operations of the program.
    own: isPlain ? (value) => value + 0 : (value) => low + (high - low) * 0.5 * (value + 1),
    // Of a node that nobody has visited yet there is none.
    value: (node, i) => (visits[node] ? calls.value(placed(i)[0], node, placed(i)[1]) : NaN),
    preferred: (node, i) => engine.preferred(placed(i)[0], node, placed(i)[1]),
    pulls: (node, i) => engine.pulls(placed(i)[0], node, placed(i)[1]),
    mean: (node) => calls.mean(kRecorded, node),
    ownVisits: (node) => calls.own_visits(kRecorded, node),
    ownMean: (node) => calls.own_mean(kRecorded, node),
    isProven: (node) => calls.is_proven(kRecorded, node) !== 0,
    exact: (node) => exactOf(record, node),
    kids: (node) => record.children[node].filter((child) => visits[child] > 0).sort((a, b) => visits[b] - visits[a] || record.move[a] - record.move[b]),
  };
  view.explained = (node, i) => explained(page, view, node, i);
  // What the chosen operator did on the way, from the root to the leaf.
  view.steps = state.simulation > 0 ? engine.steps(...placed(state.op)).reverse() : [];
  return view;
}

/// In the view of who chooses the node; NaN where it is not known.
export function exactOf(record, node) {
  const chooser = node === 0 ? record.seat[0] : record.seat[record.parent[node]];
  return record.exact ? (chooser ? -1 : 1) * record.exact[node] : NaN;
}
