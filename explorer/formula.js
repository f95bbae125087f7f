// An operator's formula at a node, term by term as the operator itself told it, and how much each child counts.
import { moveOf } from './record.js';
import { colour, el, lineOf, shown } from './show.js';
import { showTerms, written } from './terms.js';

const kMostBars = 12;

export function formulaBox(view, node, i, isPinned) {
  const { record } = view;
  const operator = view.operators[i];
  const head = `${operator.label} at ${record.path[node] || 'the root'}${isPinned ? ' (pinned)' : ''}`;
  const box = el('div', {}, el('h3', { style: `--line:${lineOf(i)}` }, head), el('p', {}, operator.help), el('pre', {}, operator.formula));
  const step = view.explained(node, i);
  const flip = step?.turn ?? 1;
  const told = step?.inputs.length ? showTerms(step) : null;
  box.append(el('p', { class: 'soft' }, about(view, node, step)));
  if (told && step.children.length > 0) box.append(bars(view, node, i, step, told.columns));
  const given = parameters(operator);
  if (given) box.append(el('p', { class: 'inputs' }, given));
  if (told) box.append(told.box);
  const value = view.visits[node] ? view.own(flip * view.value(node, i)) : NaN;
  const passed = step && view.visits[node] ? `; it passed up ${shown(view.own(flip * step.passedUp))}` : '';
  box.append(el('p', { class: 'result' }, `V = ${shown(value, 6)}`, el('small', {}, ` in the view of who ${step?.children.length || node === 0 ? 'moves here' : 'came here'}${passed}`)));
  return box;
}

/// When the node was last updated, or why no operator runs there.
function about(view, node, step) {
  if (!step) return 'Not visited yet.';
  if (step.inputs.length === 0) return view.record.flags[node] & 1 ? 'Chance decides here: the mean of the outcomes, by visits.' : 'Proven: the value is known exactly, and no operator runs.';
  const told = step.terms.length ? 'the same with the numbers of' : 'what it was given at';
  const scale = view.isPlain ? '' : '; on the operators\u2019 scale, from \u22121 to 1';
  return `Below: ${told} simulation ${step.simulation}, the last one that came by${scale}.`;
}

function parameters(operator) {
  const text = (value) => (Array.isArray(value) ? `[${value.join(', ')}]` : typeof value === 'object' ? JSON.stringify(value) : value);
  const isShown = operator.name === 'formula' ? ['value', 'state', 'define', 'parameters'] : []; // in the rule, or as `parameters.b`
  return Object.entries(operator.shownParameters).filter(([key, value]) => value !== null && !isShown.includes(key)).map(([key, value]) => `${key} = ${text(value)}`).join(', ');
}

/// A child a line: its visits and value, the operator's own columns, and a bar as long as it counts; as its visits
/// where nothing is known of that.
function bars(view, node, i, step, columns) {
  const pulls = view.pulls(node, i);
  const kids = step.children.map((child, place) => ({ child, place }));
  const length = (child) => Math.abs(pulls ? (pulls.children.get(child) ?? 0) : view.visits[child]);
  const most = Math.max(...kids.map(({ child }) => length(child)), pulls ? Math.abs(pulls.own) : 0, 1e-12);
  const body = el('tbody', {});
  const line = (name, size, value, cells) => {
    const bar = el('i', {});
    bar.style.width = `${(100 * size) / most}%`;
    bar.style.background = colour(value, view.scale);
    body.append(el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'track' }, el('span', {}, bar)), ...cells.map((text) => el('td', {}, text))));
  };
  for (const { child, place } of kids.slice(0, kMostBars)) {
    const value = view.value(child, i);
    line(moveOf(view.record, child), length(child), value, [...(pulls ? [percent(pulls.children.get(child))] : []), `${view.visits[child]}`, shown(value), ...columns.map((term) => written(term.numbers[place]))]);
  }
  if (pulls && view.ownVisits(node) > 0) line('own', Math.abs(pulls.own), view.ownMean(node), [percent(pulls.own), `${view.ownVisits(node)}`, shown(view.ownMean(node)), ...columns.map(() => '')]);
  const heads = ['move', pulls ? 'counts' : 'visits', ...(pulls ? [''] : []), 'n', 'q', ...columns.map((term) => term.name)];
  const table = el('table', { class: 'bars' }, el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col' }, text)))), body);
  const notes = [...(kids.length > kMostBars ? [`and ${kids.length - kMostBars} more`] : []), ...(pulls ? ['counts: how much of a rise of this value V follows'] : []), ...columns.filter((term) => term.how).map((term) => `${term.name} = ${term.how.replace(/ \* /g, ' \u00b7 ')}`)];
  return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'what the rule is given' }, table, ...notes.map((text) => el('p', { class: 'soft' }, text)));
}

function percent(pull) {
  if (pull === undefined) return '\u2013';
  const text = Math.abs(100 * pull).toFixed(0);
  return `${pull < 0 && text !== '0' ? '\u2212' : ''}${text}%`;
}
