// The position at a node as a board, and on it where the simulations went.
import { boardAt, moveOf } from './record.js';
import { colour, el, short, zoom } from './show.js';

const kGoLetters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/// `children`: visited ones, with share of visits and value under the chosen operator; `best`: the preferred one.
export function drawBoard(view, node, children, best, choose) {
  const board = boardAt(view.record, node);
  if (!board) return el('p', { class: 'soft' }, '');
  const { kind } = view.record.raw;
  const { rows, changed } = board;
  const frame = { kind, rows, width: rows[0].length, height: rows.length, isGo: kind === 'go' || kind === 'nogo' };
  frame.cell = Math.max(26, Math.min(44, 320 / frame.width));
  const { width, height, cell } = frame;
  const svg = el('svg', { viewBox: `-20 -6 ${width * cell + 28} ${height * cell + 28}`, class: `board ${kind}`, role: 'img', 'aria-label': rows.map((row) => row.join(' ')).join('\n') });
  svg.style.maxWidth = `${(width * cell + 28) * zoom()}px`;
  ground(svg, frame);
  rows.forEach((row, y) => row.forEach((letter, x) => square(svg, frame, x, y, letter, changed.includes(y * width + x))));
  edges(svg, frame);
  for (const child of children) ghost(svg, frame, view, child, child.node === best, choose);
  return svg;
}

const middle = ({ cell }, x, y) => [(x + 0.5) * cell, (y + 0.5) * cell];

function ground(svg, frame) {
  const { width, height, cell, isGo } = frame;
  svg.append(el('rect', { x: 0, y: 0, width: width * cell, height: height * cell, rx: 8, class: isGo ? 'wood' : 'ground' }));
  if (!isGo) return;
  const lines = [];
  for (let x = 0; x < width; ++x) lines.push(`M${(x + 0.5) * cell},${cell / 2}V${(height - 0.5) * cell}`);
  for (let y = 0; y < height; ++y) lines.push(`M${cell / 2},${(y + 0.5) * cell}H${(width - 0.5) * cell}`);
  svg.append(el('path', { d: lines.join(''), class: 'grid' }));
}

function square(svg, frame, x, y, letter, isNew) {
  const { cell, kind, isGo } = frame;
  const [u, v] = middle(frame, x, y);
  if (kind === 'connect4') svg.append(el('circle', { cx: u, cy: v, r: cell * 0.42, class: letter === '#' ? 'blocked' : 'hole' }));
  else if (!isGo) svg.append(el('rect', { x: u - cell / 2 + 2, y: v - cell / 2 + 2, width: cell - 4, height: cell - 4, rx: 5, class: letter === '#' ? 'blocked' : 'cell' }));
  if (letter !== 'X' && letter !== 'O') return;
  const r = cell * (isGo ? 0.46 : 0.42);
  if (kind === 'tictactoe') {
    const a = cell * 0.26;
    svg.append(letter === 'X' ? el('path', { d: `M${u - a},${v - a}L${u + a},${v + a}M${u + a},${v - a}L${u - a},${v + a}`, class: 'cross' }) : el('circle', { cx: u, cy: v, r: a * 1.05, class: 'ring' }));
  } else {
    svg.append(el('circle', { cx: u, cy: v, r, class: letter === 'X' ? 'first' : 'second' }));
  }
  if (isNew) svg.append(el('circle', { cx: u, cy: v, r: kind === 'tictactoe' ? cell * 0.44 : cell * 0.15, class: kind === 'tictactoe' ? 'last-cell' : 'last' }));
}

function edges(svg, { width, height, cell, kind, isGo }) {
  const across = isGo ? (x) => kGoLetters[x] : kind === 'connect4' ? (x) => `${x + 1}` : (x) => kLetters[x].toLowerCase();
  for (let x = 0; x < width; ++x) svg.append(el('text', { x: (x + 0.5) * cell, y: height * cell + 16, class: 'edge-text' }, across(x)));
  if (kind === 'connect4') return;
  for (let y = 0; y < height; ++y) svg.append(el('text', { x: -10, y: (y + 0.5) * cell + 4, class: 'edge-text' }, `${height - y}`));
}

/// Column and row of a move; null where it is no place of the board.
function placeOf({ kind, rows, width, height, isGo }, move) {
  if (kind === 'connect4') {
    const x = Number(move) - 1;
    if (!(x >= 0 && x < width)) return null;
    for (let y = height - 1; y >= 0; --y) if (!['X', 'O', '#'].includes(rows[y][x])) return [x, y];
    return null;
  }
  const point = /^([A-Za-z])(\d+)$/.exec(move);
  if (!point) return null;
  const x = (isGo ? kGoLetters : kLetters).indexOf(point[1].toUpperCase());
  const y = height - Number(point[2]);
  return x >= 0 && x < width && y >= 0 && y < height ? [x, y] : null;
}

/// A disc as large as the share of visits, in the colour of the value, with the visits in per cent.
function ghost(svg, frame, view, child, isBest, choose) {
  const move = moveOf(view.record, child.node);
  const place = placeOf(frame, move);
  if (!place) return;
  const [u, v] = middle(frame, ...place);
  const { cell } = frame;
  const r = cell * (0.14 + 0.28 * Math.sqrt(child.share));
  const group = el('g', { class: `ghost${isBest ? ' best' : ''}` }, el('title', {}, `${move}: ${Math.round(child.share * 100)} % of the visits, value ${short(view.own(child.value), view.scale)}`));
  group.append(el('circle', { cx: u, cy: v, r, fill: colour(child.value, view.scale) }));
  if (r >= 14) group.append(el('text', { x: u, y: v + 4, class: 'share' }, `${Math.round(child.share * 100)}%`));
  group.addEventListener('click', () => choose({ node: child.node }));
  svg.append(group);
}
