// Buttons, keys, clicks.
import { readAddress } from './address.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
let playing;

function play(page) {
  const { state, record, choose } = page;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return choose({ simulation: record.simulations });
  if (playing) {
    clearInterval(playing);
    playing = undefined;
  } else {
    if (state.simulation >= record.simulations) state.simulation = 0;
    const speed = Number(byId('speed').value);
    const beat = Math.max(100, 1000 / speed);
    playing = setInterval(() => {
      choose({ simulation: state.simulation + Math.max(1, Math.round((speed * beat) / 1000)) });
      if (state.simulation >= record.simulations) play(page);
    }, beat);
  }
  byId('play').textContent = playing ? 'pause' : 'play';
}

function moveInTree(page, by) {
  const nodes = [...byId('tree').querySelectorAll('[data-tree]')].map((one) => Number(one.dataset.tree));
  const at = nodes.indexOf(page.state.node);
  page.choose({ node: nodes[Math.max(0, Math.min(nodes.length - 1, at + by))] });
  byId('tree').querySelector('[tabindex="0"]')?.focus();
}

function pin({ state, showFormula }) {
  state.pinned = state.pinned ? null : { ...(state.looked ?? { node: state.node, op: state.op }) };
  showFormula();
}

/// Enter on a node of the tree, or a double click: everything below it is drawn; the second time what fits.
function open(page, node) {
  page.choose({ node, threshold: 0, opened: page.state.opened === node ? null : node });
}

const kSteps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -100, PageDown: 100, Home: -Infinity, End: Infinity };

/// Keys that what has the focus needs itself. The slider of time does what the page's keys do.
function isTheirs({ target, key, shiftKey }) {
  const moves = key in kSteps || key === 'ArrowUp' || key === 'ArrowDown';
  if (target.tagName === 'SELECT') return moves || key === ' ' || key === 'Enter';
  if (target.tagName !== 'INPUT' || target.id === 'slider') return false;
  if (target.type === 'checkbox') return key === ' ';
  return target.type !== 'range' || (moves && !shiftKey);
}

function onKey(page, event) {
  const { state, view, choose } = page;
  if (event.ctrlKey || event.altKey || event.metaKey || byId('help').open || isTheirs(event)) return;
  const isButton = event.target.tagName === 'BUTTON';
  const others = {
    ' ': () => !isButton && play(page), ArrowUp: () => moveInTree(page, -1), ArrowDown: () => moveInTree(page, 1),
    Enter: () => event.target.dataset?.tree !== undefined && open(page, Number(event.target.dataset.tree)),
    o: () => choose({ op: (state.op + 1) % view.operators.length }), f: () => pin(page), d: flipDark, '?': () => byId('help').showModal(),
  };
  if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
  if (event.key in kSteps) choose({ simulation: state.simulation + kSteps[event.key] * (event.shiftKey ? 10 : 1) });
  else if (event.key in others) others[event.key]();
  else return;
  event.preventDefault();
}

function flipDark() {
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
}

function listenToTree(page) {
  const nodeOf = (event) => event.target.closest('[data-tree]')?.dataset.tree;
  byId('tree').onclick = (event) => { if (nodeOf(event) !== undefined) page.choose({ node: Number(nodeOf(event)) }); };
  byId('tree').ondblclick = (event) => { if (nodeOf(event) !== undefined) open(page, Number(nodeOf(event))); };
  byId('turn').onclick = () => page.choose({ isDown: !page.state.isDown });
  byId('threshold').onchange = (event) => page.choose({ opened: null, threshold: Math.max(0, Math.round(Number(event.target.value))) });
}

function listenToValues(page) {
  const at = (event) => event.target.closest?.('td[data-operator]');
  const look = (cell) => {
    page.state.looked = { node: page.record.byPath.get(cell.dataset.node) ?? 0, op: page.view.operators.findIndex((one) => one.label === cell.dataset.operator) };
    page.showFormula();
  };
  for (const kind of ['mouseover', 'focusin']) document.addEventListener(kind, (event) => at(event) && look(at(event)));
  document.addEventListener('click', (event) => at(event) && (look(at(event)), pin(page)));
}

export function listen(page) {
  const { record, choose } = page;
  addEventListener('keydown', (event) => onKey(page, event));
  addEventListener('hashchange', () => { choose(readAddress(record)); page.showSliders(); });
  let width = innerWidth;
  addEventListener('resize', () => { if (innerWidth !== width) { width = innerWidth; choose({}); } });
  byId('slider').max = record.simulations;
  byId('slider').oninput = (event) => choose({ simulation: Number(event.target.value) });
  const steps = { first: -Infinity, last: Infinity };
  document.querySelectorAll('[data-step]').forEach((button) => {
    button.onclick = () => choose({ simulation: page.state.simulation + (steps[button.dataset.step] ?? Number(button.dataset.step)) });
  });
  byId('play').onclick = () => play(page);
  byId('dark').onclick = flipDark;
  byId('help-button').onclick = () => byId('help').showModal();
  byId('difference').onchange = (event) => choose({ isDifference: event.target.checked });
  byId('decide').onclick = () => choose({ asksWhy: true });
  byId('log').onchange = (event) => choose({ isLog: event.target.checked });
  listenToTree(page);
  listenToValues(page);
}
