// An operator's formula, what it was given at a node, and how much each of these counts in its result.
import { moveOf } from './record.js';
import { colour, el, lineOf, shown } from './show.js';

const kMostBars = 12;

export function formulaBox(view, node, i, isPinned) {
  const { record } = view;
  const operator = view.operators[i];
  const flip = node === 0 || record.seat[node] === record.seat[record.parent[node]] ? 1 : -1;
  const own = view.ownVisits(node);
  const box = el('div', {}, el('h3', { style: `--line:${lineOf(i)}` }, `${operator.label} at ${record.path[node] || 'the root'}${isPinned ? ' (pinned)' : ''}`), el('p', {}, operator.help), el('pre', {}, operator.formula));
  box.append(el('p', { class: 'inputs' }, `N = ${view.visits[node]}, n0 = ${own}${own ? `, m0 = ${shown(view.own(view.ownMean(node)))}` : ''}`));
  if (view.kids(node).length > 0) box.append(bars(view, node, i));
  const written = (value) => (Array.isArray(value) ? `[${value.join(', ')}]` : typeof value === 'object' ? JSON.stringify(value) : value);
  const parameters = Object.entries(operator.shownParameters).filter(([key, value]) => value !== null && key !== 'parameters').map(([key, value]) => `${key} = ${written(value)}`).join(', ');
  if (parameters) box.append(el('p', { class: 'inputs' }, parameters));
  box.append(el('p', { class: 'result' }, `V = ${shown(view.visits[node] ? view.own(flip * view.value(node, i)) : NaN, 6)}`, el('small', {}, ' in the view of who moves here')));
  return box;
}

/// A child a line: its visits and value, and a bar as long as it counts; as its visits where nothing is known of that.
function bars(view, node, i) {
  const pulls = view.pulls(node, i);
  const kids = view.kids(node);
  const length = (child) => Math.abs(pulls ? (pulls.children.get(child) ?? 0) : view.visits[child]);
  const most = Math.max(...kids.map(length), pulls ? Math.abs(pulls.own) : 0, 1e-12);
  const list = el('div', { class: `bars${pulls ? ' pulls' : ''}` });
  const line = (name, size, value, n, q, counts) => {
    const bar = el('i', {});
    bar.style.width = `${(100 * size) / most}%`;
    bar.style.background = colour(value, view.scale);
    list.append(el('span', {}, name), el('span', { class: 'track' }, bar), el('span', {}, n), el('span', {}, q), ...(pulls ? [el('b', {}, counts)] : []));
  };
  const heads = pulls ? ['', 'counts', 'n', 'q', ''] : ['', 'visits', 'n', 'q'];
  list.append(...heads.map((text) => el('span', { class: 'soft' }, text)));
  for (const child of kids.slice(0, kMostBars)) {
    const value = view.value(child, i);
    line(moveOf(view.record, child), length(child), value, `${view.visits[child]}`, shown(view.own(value)), percent(pulls?.children.get(child)));
  }
  if (pulls && view.ownVisits(node) > 0) line('own', Math.abs(pulls.own), view.ownMean(node), `${view.ownVisits(node)}`, shown(view.own(view.ownMean(node))), percent(pulls.own));
  if (kids.length > kMostBars) list.append(el('span', { class: 'soft wide' }, `and ${kids.length - kMostBars} more`));
  if (pulls) list.append(el('span', { class: 'soft wide' }, 'counts: how much of a rise of this value V follows'));
  return list;
}

function percent(pull) {
  if (pull === undefined) return '\u2013';
  const text = Math.abs(100 * pull).toFixed(0);
  return `${pull < 0 && text !== '0' ? '\u2212' : ''}${text}%`;
}
