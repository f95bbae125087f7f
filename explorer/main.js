// The page: its state, and what is seen, which follows from the state.
import { readAddress, writeAddress } from './address.js';
import { drawBoard } from './board.js';
import { listen } from './controls.js';
import { drawCurves } from './curves.js';
import { makeEngine, operatorText } from './engine.js';
import { formulaBox } from './formula.js';
import { moveOf, readRecord, wayTo } from './record.js';
import { el } from './show.js';
import { sliders } from './sliders.js';
import { showTime } from './time.js';
import { drawTree } from './tree.js';
import { cards, valueTable } from './values.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const kRecorded = 0, kScratch = 1, kCopies = 2;
const page = { record: null, engine: null, state: null, view: null, choose, showFormula, showSliders };
let before = [];
const curves = new Map();

/// A copy of each recorded operator that a slider moved.
function copies() {
  const { record, state } = page;
  return record.raw.operators.filter((one) => state.changes[one.label]).map((one) => ({ ...one, label: `${one.label}?`, of: one, changes: state.changes[one.label], shownParameters: { ...one.parameters, ...state.changes[one.label] } }));
}
const texts = (list) => list.map((one) => operatorText(one.of ?? one, one.changes));

function goTo(k) {
  const { record, engine, state } = page;
  if (state.done < 0 || state.done > k - 1) {
    engine.start(kRecorded, texts(record.raw.operators));
    state.done = 0;
  }
  if (k > 0) engine.calls.run_to(kRecorded, k - 1);
  const way = k > 0 ? wayTo(record, record.leaf[k - 1]) : [];
  const op = Math.min(state.op, record.raw.operators.length - 1);
  before = way.map((node) => engine.calls.value(kRecorded, node, op));
  engine.calls.run_to(kRecorded, k);
  state.done = k;
  runCopies(k, way);
  state.simulation = k;
}

function runCopies(k, way) {
  const { engine, state, record } = page;
  const moved = copies();
  const key = JSON.stringify(state.changes);
  if (moved.length === 0) return;
  if (state.copied !== key || state.copiesDone > k - 1) {
    engine.start(kCopies, texts(moved));
    state.copied = key;
  }
  if (k > 0) engine.calls.run_to(kCopies, k - 1);
  const op = state.op - record.raw.operators.length;
  if (op >= 0 && op < moved.length) before = way.map((node) => engine.calls.value(kCopies, node, op));
  engine.calls.run_to(kCopies, k);
  state.copiesDone = k;
}

function visitsAt(simulation) {
  const { record } = page;
  const visits = new Uint32Array(record.count);
  for (let k = 0; k < simulation; ++k) {
    for (let node = record.leaf[k]; node !== 0; node = record.parent[node]) ++visits[node];
  }
  visits[0] = simulation;
  return visits;
}

function makeView() {
  const { record, engine, state } = page;
  const { calls } = engine;
  const recorded = record.raw.operators.map((one) => ({ ...one, shownParameters: one.parameters }));
  const [low, high] = record.raw.returns;
  const visits = visitsAt(state.simulation);
  const placed = (i) => (i < recorded.length ? [kRecorded, i] : [kCopies, i - recorded.length]);
  return {
    record, visits, op: state.op, isDifference: state.isDifference, simulation: state.simulation, scale: record.scale,
    operators: [...recorded, ...copies()],
    way: state.simulation > 0 ? wayTo(record, record.leaf[state.simulation - 1]) : [],
    // The very operations of the program.
    own: low === -1 && high === 1 ? (value) => value + 0 : (value) => low + (high - low) * 0.5 * (value + 1),
    value: (node, i) => calls.value(placed(i)[0], node, placed(i)[1]),
    preferred: (node, i) => engine.preferred(placed(i)[0], node, placed(i)[1]),
    pulls: (node, i) => engine.pulls(placed(i)[0], node, placed(i)[1]),
    mean: (node) => calls.mean(kRecorded, node),
    ownVisits: (node) => calls.own_visits(kRecorded, node),
    ownMean: (node) => calls.own_mean(kRecorded, node),
    isProven: (node) => calls.is_proven(kRecorded, node) !== 0,
    exact: (node) => exactOf(node),
    kids: (node) => record.children[node].filter((child) => visits[child] > 0).sort((a, b) => visits[b] - visits[a] || record.move[a] - record.move[b]),
  };
}

/// In the view of who chooses the node; NaN where it is not known.
function exactOf(node) {
  const { record } = page;
  const chooser = node === 0 ? record.seat[0] : record.seat[record.parent[node]];
  return record.exact ? (chooser ? -1 : 1) * record.exact[node] : NaN;
}

function showTree(view) {
  const { state } = page;
  const hadFocus = document.activeElement?.closest('#tree');
  byId('threshold').value = drawTree(byId('tree'), view, state);
  const chosen = byId('tree').querySelector('[tabindex="0"]');
  if (hadFocus) chosen?.focus({ preventScroll: true });
  if (state.shown !== state.node) centre(byId('tree'), chosen);
  state.shown = state.node;
}

/// Scrolls the box, and nothing else, until the element is in its middle.
function centre(box, element) {
  if (!element) return;
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  box.scrollBy(inner.left - outer.left - outer.width / 2, inner.top - outer.top - outer.height / 2);
}

function showNode(view) {
  const { state, record } = page;
  const { node } = state;
  const way = wayTo(record, node);
  const steps = way.map((one) => {
    const button = el('button', { class: 'step', 'aria-current': one === node }, one === 0 ? 'Root' : moveOf(record, one));
    button.onclick = () => choose({ node: one });
    return button;
  });
  byId('where').replaceChildren(...steps);
  const kids = view.kids(node);
  const all = kids.reduce((sum, child) => sum + view.visits[child], 0);
  const children = kids.map((child) => ({ node: child, share: view.visits[child] / all, value: view.value(child, view.op) }));
  byId('board').replaceChildren(drawBoard(view, node, children, view.preferred(node, view.op), choose));
  byId('values').replaceChildren(node === 0 ? '' : valueTable(view, node));
  byId('root').replaceChildren(valueTable(view, 0));
  showFormula();
}

function showFormula() {
  const { state, view } = page;
  const at = state.pinned ?? state.looked ?? { node: state.node, op: state.op };
  if (at.op >= 0 && at.op < view.operators.length) byId('formula').replaceChildren(formulaBox(view, at.node, at.op, Boolean(state.pinned)));
}

function showCurves(view) {
  const { state, record, engine } = page;
  const { node } = state;
  byId('curve-of').textContent = node === 0 ? 'the root' : record.path[node];
  const key = `${node}|${JSON.stringify(state.changes)}`;
  const wide = byId('curves').clientWidth;
  const drawn = `${key}|${state.op}|${state.isLog}|${wide}`;
  if (page.drawn === drawn) return page.moveNow(state.simulation);
  page.drawn = drawn;
  if (!curves.has(key)) {
    if (curves.size > 20) curves.clear();
    curves.set(key, engine.curve(kScratch, texts(view.operators), node));
  }
  const exact = exactOf(node);
  const made = drawCurves(view, curves.get(key), Number.isFinite(exact) ? exact : null, state.isLog, wide);
  page.moveNow = made.moveNow;
  byId('curves').replaceChildren(...made.parts);
  page.moveNow(state.simulation);
}

function show() {
  const view = makeView();
  page.view = view;
  showTime(view, before);
  byId('cards').replaceChildren(...cards(view, choose));
  showTree(view);
  showNode(view);
  showCurves(view);
  writeAddress(page.record, page.state);
  root.dataset.simulation = page.state.simulation;
}

function choose(changes) {
  const { state, record } = page;
  Object.assign(state, changes);
  if ('node' in changes) state.looked = null;
  state.op = Math.min(state.op, record.raw.operators.length + copies().length - 1);
  goTo(Math.max(0, Math.min(record.simulations, state.simulation)));
  show();
}

function change(label, key, value) {
  const { state, record } = page;
  const operator = record.raw.operators.find((one) => one.label === label);
  const keys = { ...state.changes[label], [key]: value };
  if (JSON.stringify(value) === JSON.stringify(operator.parameters[key])) delete keys[key];
  const kept = state.changes;
  state.changes = { ...state.changes, [label]: keys };
  if (Object.keys(keys).length === 0) delete state.changes[label];
  try {
    choose({});
    byId('trouble').hidden = true;
  } catch {
    refuse(label, key, value, kept);
  }
}

/// The operator stopped at what it was given: the module is started anew, without the change.
async function refuse(label, key, value, kept) {
  const { state } = page;
  page.engine = await makeEngine(page.record, byId('module').textContent);
  Object.assign(state, { changes: kept, done: -1, copied: '' });
  choose({});
  showSliders();
  complain(`${label} cannot work with ${key} = ${value}.`);
}

function showSliders() {
  byId('whatif').replaceChildren(sliders(page.record.raw.operators, () => page.state.changes, change));
}

/// Each operator's final root value, replayed, must be the recorded one.
function differing() {
  const { record, engine } = page;
  engine.start(kScratch, texts(record.raw.operators));
  engine.calls.run_to(kScratch, record.simulations);
  return record.raw.operators.filter((one, i) => engine.calls.value(kScratch, 0, i) !== one.root).map((one) => one.label);
}

function complain(text) {
  byId('trouble').hidden = false;
  byId('trouble').textContent = text;
}

function showHead() {
  const { raw, simulations } = page.record;
  byId('title').textContent = raw.title || `${raw.kind}: a search, step by step`;
  document.title = byId('title').textContent;
  const others = raw.operators.length - 1;
  const watch = others === 0 ? 'nobody else watches' : `${others} more ${others === 1 ? 'operator watches' : 'operators watch'} the same simulations`;
  byId('subtitle').textContent = `${simulations} simulations of ${raw.kind}, driven by ${raw.operators[0].label}; ${watch}. Seed ${raw.seed}, rootward ${raw.version}.`;
  byId('subtitle').title = `${raw.game}; ${raw.player}`;
  byId('look-for').replaceChildren(...(raw.look_for ?? []).map((text) => el('li', {}, text)));
}

async function main() {
  page.record = readRecord(byId('record').textContent);
  showHead();
  page.engine = await makeEngine(page.record, byId('module').textContent);
  page.state = { done: -1, threshold: 0, isDown: innerWidth >= 620, isLog: false, isDifference: false, pinned: null, looked: null, ...readAddress(page.record) };
  const wrong = differing();
  listen(page);
  showSliders();
  choose({});
  if (wrong.length > 0) complain(`These numbers are not those of the program: ${wrong.join(', ')}.`);
  root.dataset.ready = wrong.length > 0 ? 'mismatch' : 'true';
}

main().catch((error) => {
  complain(`The page cannot be shown: ${error.message}`);
  root.dataset.ready = 'error';
});
