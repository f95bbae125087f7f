// Who would play what, the tables of values, and what an operator was given at a node.
import { moveOf } from './record.js';
import { colour, el, lineOf, short, shown } from './show.js';

/// A card an operator: the move that it prefers at the root, and its value. Choosing one colours tree and board by it.
export function cards(view, choose) {
  return view.operators.map((one, i) => {
    const best = view.preferred(0, i);
    const button = el('button', { class: `card${one.of ? ' copy' : ''}`, 'aria-pressed': i === view.op, title: one.help, style: `--line:${lineOf(i)}` },
      el('span', { class: 'label' }, one.label), el('b', {}, best < 0 ? '\u2013' : moveOf(view.record, best)),
      el('span', { class: 'number' }, view.simulation ? short(view.own(view.value(0, i)), view.scale) : ''));
    button.onclick = () => choose({ op: i });
    return button;
  });
}

/// The operator that differences are from: `average` where it watches, else the driver.
export const compared = (view) => Math.max(0, view.operators.findIndex((one) => one.name === 'average' && !one.of));

/// The difference from `average`, in the game's own units; null in its own column.
function difference(view, node, i) {
  const from = compared(view);
  return from === i ? null : view.own(view.value(node, i)) - view.own(view.value(node, from));
}

function valueCell(view, node, i, isBest) {
  const value = view.own(view.value(node, i));
  const apart = difference(view, node, i);
  const title = apart === null || !Number.isFinite(apart) ? '' : `${shown(apart)} from ${view.operators[compared(view)].label}`;
  const text = view.isDifference && apart !== null ? `\u0394 ${shown(apart)}` : shown(value);
  const cell = el('td', { 'data-node': view.record.path[node], 'data-operator': view.operators[i].label, 'data-value': `${value}`, tabindex: 0, title }, text);
  cell.style.setProperty('--value', colour(view.value(node, i), view.scale));
  if (isBest) {
    cell.className = 'best';
    cell.append(el('b', { 'aria-label': 'preferred' }, ' \u2605'));
  }
  return cell;
}

/// A name that may be broken behind _ and before (.
const breakable = (text) => text.split(/(?<=_)|(?=\()/).flatMap((part) => [part, el('wbr')]);

/// `node` and its visited children: a row each, a column an operator; the preferred child of each is marked.
export function valueTable(view, node) {
  const { record, operators } = view;
  const hasExact = record.exact !== null;
  const heads = ['move', 'visits', 'mean', ...(record.prior ? ['prior'] : []), ...(hasExact ? ['exact'] : [])];
  const head = el('tr', {}, ...heads.map((text) => el('th', { scope: 'col' }, text)),
    ...operators.map((one, i) => el('th', { scope: 'col', style: `--line:${lineOf(i)}`, class: i === view.op ? 'driver' : '' }, ...breakable(one.label))));
  const best = operators.map((_, i) => view.preferred(node, i));
  const row = (one, name) => {
    const line = el('tr', { 'data-visits': view.visits[one], class: name ? 'self' : '' }, el('th', { scope: 'row' }, name || moveOf(record, one)),
      el('td', {}, `${view.visits[one]}`), el('td', {}, shown(view.visits[one] ? view.own(view.mean(one)) : NaN)));
    if (record.prior) line.append(el('td', {}, one === 0 ? '' : record.prior[one].toFixed(3)));
    if (hasExact) line.append(el('td', {}, shown(view.own(view.exact(one)))));
    line.append(...operators.map((_, i) => valueCell(view, one, i, best[i] === one && !name)));
    return line;
  };
  const body = el('tbody', {}, row(node, node === 0 ? 'root' : 'this node'), ...view.kids(node).map((child) => row(child)));
  return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'values' }, el('table', {}, el('thead', {}, head), body));
}
