// The page: its state, and what is seen, which follows from the state.
import { readAddress, writeAddress } from './address.js';
import { drawBoard } from './board.js';
import { listen } from './controls.js';
import { drawCurves } from './curves.js';
import { drawDecided } from './decided.js';
import { makeEngine } from './engine.js';
import { formulaBox } from './formula.js';
import { moveOf, readRecord, wayTo } from './record.js';
import { el } from './show.js';
import { sliders } from './sliders.js';
import { showTime } from './time.js';
import { drawTree } from './tree.js';
import { cards, valueTable } from './values.js';
import { copies, exactOf, goTo, kScratch, makeView, texts } from './view.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const page = { record: null, engine: null, state: null, view: null, choose, showFormula, showSliders };
const curves = new Map();
const decisions = new Map();

function showTree(view) {
  const { state, record } = page;
  const hadFocus = document.activeElement?.closest('#tree');
  const isInSight = state.opened === null || wayTo(record, state.node).includes(state.opened) || wayTo(record, state.opened).includes(state.node);
  if (!isInSight) state.opened = null;
  const drawn = drawTree(byId('tree'), view, state);
  byId('threshold').value = drawn.threshold;
  byId('left-out').textContent = drawn.leftOut > 0 ? `${drawn.leftOut} more nodes find no room` : '';
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
  const children = kids.map((child) => ({ node: child, share: view.visits[child] / all, prior: record.prior?.[child], value: view.value(child, view.op) }));
  byId('board').replaceChildren(drawBoard(view, node, children, view.preferred(node, view.op), choose));
  byId('node-values').hidden = node === 0;
  byId('values').replaceChildren(node === 0 ? '' : valueTable(view, node));
  byId('values-of').textContent = record.path[node];
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
  const exact = exactOf(record, node);
  const made = drawCurves(view, curves.get(key), Number.isFinite(exact) ? exact : null, state.isLog, wide);
  page.moveNow = made.moveNow;
  byId('curves').replaceChildren(...made.parts);
  page.moveNow(state.simulation);
}

/// Of the recorded operators and their changed copies, once somebody asked.
function showDecided(view) {
  const { state, engine } = page;
  if (!state.asksWhy) return;
  const found = view.operators.map((one) => {
    const [text] = texts([one]);
    if (!decisions.has(text)) decisions.set(text, engine.decided(text));
    return decisions.get(text);
  });
  const key = JSON.stringify([state.changes, state.op, byId('decided').clientWidth]);
  if (page.drawnWhy !== key) byId('decided').replaceChildren(...drawDecided(view, found, byId('decided').clientWidth));
  page.drawnWhy = key;
}

function show() {
  const view = makeView(page);
  page.view = view;
  showTime(view);
  byId('cards').replaceChildren(...cards(view, choose));
  showTree(view);
  showNode(view);
  showCurves(view);
  showDecided(view);
  writeAddress(page.record, page.state);
  root.dataset.simulation = page.state.simulation;
}

function choose(changes) {
  const { state, record } = page;
  Object.assign(state, changes);
  if ('node' in changes) state.looked = null;
  state.op = Math.min(state.op, record.raw.operators.length + copies(page).length - 1);
  goTo(page, Math.max(0, Math.min(record.simulations, state.simulation)));
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
  const { record, engine } = page;
  const weights = { budget: record.raw.context.simulations, of: (...given) => engine.weightsOf(...given) };
  byId('whatif').replaceChildren(sliders(record.raw.operators, () => page.state.changes, change, weights));
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
  byId('title').textContent = raw.title || `${raw.game}: a search, step by step`;
  document.title = byId('title').textContent;
  const others = raw.operators.length - 1;
  const watch = others === 0 ? 'nobody else watches' : `${others} more ${others === 1 ? 'operator watches' : 'operators watch'} the same simulations`;
  byId('subtitle').textContent = `${simulations} simulations of ${raw.game}${raw.version ? `, driven by ${raw.operators[0].label}` : `, played again under ${raw.operators[0].label}`}; ${watch}.${raw.version ? ` Seed ${raw.seed}, rootward ${raw.version}.` : ''}`;
  byId('subtitle').title = [raw.rules, raw.player].filter(Boolean).join('; ');
  byId('look-for').replaceChildren(...(raw.look_for ?? []).map((text) => el('li', {}, text)));
}

async function main() {
  page.record = readRecord(byId('record').textContent, byId('notes').textContent);
  showHead();
  page.engine = await makeEngine(page.record, byId('module').textContent);
  page.state = { done: -1, threshold: 0, opened: null, isDown: innerWidth >= 620, isLog: false, isDifference: false, asksWhy: false, pinned: null, looked: null, ...readAddress(page.record) };
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
