// The position at a node as a board, and on it where the simulations went.
import { drawKalah } from './kalah.js';
import { boardAt, moveOf, wayTo } from './record.js';
import { colour, el, mark, short, zoom } from './show.js';

const kGoLetters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const kRowOfHex = 0.866; // height of a row of hexagons one wide

/// `children`: visited ones, with share of visits, prior (undefined without any) and value under the chosen operator;
/// `best`: the preferred one.
export function drawBoard(view, node, children, best, choose) {
  const { record } = view;
  const kind = record.raw.game;
  const moves = children.map((child) => ({ ...child, move: moveOf(view.record, child.node), isBest: child.node === best,
    title: titleOf(view, child), fill: colour(child.value, view.scale), choose: () => choose({ node: child.node }) }));
  const board = boardAt(record, node);
  if (!board && kind === 'kalah' && record.raw.version) return drawKalah(record.text[node], moves, record.seat[node]);
  if (!board) return el('pre', { class: 'board' }, wordsAt(record, node));
  const { rows, changed } = board;
  const frame = frameOf(kind, rows);
  const { width, height, cell } = frame;
  const svg = el('svg', { viewBox: `-20 -6 ${frame.across + 28} ${frame.down + 28}`, class: `board ${kind}`, role: 'img', 'aria-label': rows.map((row) => row.join(' ')).join('\n') });
  svg.style.maxWidth = `${(frame.across + 28) * zoom()}px`;
  ground(svg, frame);
  rows.forEach((row, y) => row.forEach((letter, x) => square(svg, frame, x, y, letter, changed.includes(y * width + x))));
  edges(svg, frame);
  for (const move of moves) kind === 'breakthrough' ? arrow(svg, frame, move) : ghost(svg, frame, move);
  return svg;
}

/// What stands in a board's place: the position in the record's words, else the moves that lead there.
function wordsAt(record, node) {
  const text = record.text?.[node] ?? '';
  if (text) return record.raw.game === 'tree' ? text.slice(text.indexOf(': ') + 2).trimEnd() : text.trimEnd();
  return wayTo(record, node).slice(1).map((one) => moveOf(record, one)).join(' ') || 'the root';
}

function titleOf(view, child) {
  const prior = child.prior === undefined ? '' : `, prior ${(child.prior * 100).toFixed(1)} %`;
  return `${moveOf(view.record, child.node)}: ${Math.round(child.share * 100)} % of the visits${prior}, value ${short(view.own(child.value), view.scale)}`;
}

function frameOf(kind, rows) {
  const [width, height] = [rows[0].length, rows.length];
  const isHex = kind === 'hex';
  const cell = Math.max(26, Math.min(44, 320 / (isHex ? width + height / 2 : width)));
  return { kind, rows, width, height, cell, isHex, isGo: kind === 'go' || kind === 'nogo',
    across: cell * (isHex ? width + (height - 1) / 2 : width),
    down: cell * (isHex ? (height - 1) * kRowOfHex + 1.16 : height) };
}

/// In Hex each row stands half a cell to the right of the one below.
function middle({ cell, height, isHex }, x, y) {
  return isHex ? [(x + 0.5 + (height - 1 - y) / 2) * cell, (y * kRowOfHex + 0.58) * cell] : [(x + 0.5) * cell, (y + 0.5) * cell];
}

function ground(svg, frame) {
  const { width, height, cell, isGo, isHex } = frame;
  if (isHex) return sides(svg, frame);
  svg.append(el('rect', { x: 0, y: 0, width: width * cell, height: height * cell, rx: 8, class: isGo ? 'wood' : 'ground' }));
  if (!isGo) return;
  const lines = [];
  for (let x = 0; x < width; ++x) lines.push(`M${(x + 0.5) * cell},${cell / 2}V${(height - 0.5) * cell}`);
  for (let y = 0; y < height; ++y) lines.push(`M${cell / 2},${(y + 0.5) * cell}H${(width - 0.5) * cell}`);
  svg.append(el('path', { d: lines.join(''), class: 'grid' }));
}

/// Whose sides are which: the first seat joins the lowest row with the highest, the second the columns at the ends.
function sides(svg, frame) {
  const { width, height, cell } = frame;
  const corner = (x, y, right, down) => middle(frame, x, y).map((at, axis) => at + cell * (axis ? down : right) * 0.62);
  const [a, b] = [corner(0, 0, -0.8, -0.9), corner(width - 1, 0, 0.8, -0.9)];
  const [c, d] = [corner(width - 1, height - 1, 0.8, 0.9), corner(0, height - 1, -0.8, 0.9)];
  svg.append(el('path', { d: `M${a}L${b}M${d}L${c}`, class: 'side first' }), el('path', { d: `M${a}L${d}M${b}L${c}`, class: 'side second' }));
}

function square(svg, frame, x, y, letter, isNew) {
  const { cell, kind, isGo, isHex } = frame;
  const [u, v] = middle(frame, x, y);
  const shape = letter === '#' ? 'blocked' : 'cell';
  if (kind === 'connect4') svg.append(el('circle', { cx: u, cy: v, r: cell * 0.42, class: letter === '#' ? 'blocked' : 'hole' }));
  else if (isHex) svg.append(el('polygon', { points: [0, 1, 2, 3, 4, 5].map((k) => [u + cell * 0.55 * Math.sin((k * Math.PI) / 3), v - cell * 0.55 * Math.cos((k * Math.PI) / 3)]).join(' '), class: shape }));
  else if (!isGo) svg.append(el('rect', { x: u - cell / 2 + 2, y: v - cell / 2 + 2, width: cell - 4, height: cell - 4, rx: 5, class: shape }));
  const crossed = kind === 'tictactoe';
  if (letter === 'X' || letter === 'O') {
    const a = cell * 0.26;
    if (crossed) svg.append(letter === 'X' ? el('path', { d: `M${u - a},${v - a}L${u + a},${v + a}M${u + a},${v - a}L${u - a},${v + a}`, class: 'cross' }) : el('circle', { cx: u, cy: v, r: a * 1.05, class: 'ring' }));
    else svg.append(el('circle', { cx: u, cy: v, r: cell * (isGo ? 0.46 : isHex ? 0.36 : 0.42), class: letter === 'X' ? 'first' : 'second' }));
    if (isNew) svg.append(el('circle', { cx: u, cy: v, r: crossed ? cell * 0.44 : cell * 0.15, class: crossed ? 'last-cell' : 'last' }));
  } else if (isNew && kind === 'breakthrough') {
    svg.append(el('circle', { cx: u, cy: v, r: cell * 0.15, class: 'left' }));
  }
}

function edges(svg, frame) {
  const { width, height, cell, kind, isGo, down } = frame;
  const across = isGo ? (x) => kGoLetters[x] : kind === 'connect4' ? (x) => `${x + 1}` : (x) => kLetters[x].toLowerCase();
  for (let x = 0; x < width; ++x) svg.append(el('text', { x: middle(frame, x, height - 1)[0], y: down + 16, class: 'edge-text' }, across(x)));
  if (kind === 'connect4') return;
  for (let y = 0; y < height; ++y) {
    const [u, v] = middle(frame, 0, y);
    svg.append(el('text', { x: u - cell / 2 - 10, y: v + 4, class: 'edge-text' }, `${height - y}`));
  }
}

function pointOf({ width, height, isGo }, text) {
  const point = /^([A-Za-z])(\d+)$/.exec(text);
  if (!point) return null;
  const x = (isGo ? kGoLetters : kLetters).indexOf(point[1].toUpperCase());
  const y = height - Number(point[2]);
  return x >= 0 && x < width && y >= 0 && y < height ? [x, y] : null;
}

/// Column and row of a move; null where it is no place of the board.
function placeOf(frame, move) {
  const { kind, rows, width, height } = frame;
  if (kind !== 'connect4') return pointOf(frame, move);
  const x = Number(move) - 1;
  if (!(x >= 0 && x < width)) return null;
  for (let y = height - 1; y >= 0; --y) if (!['X', 'O', '#'].includes(rows[y][x])) return [x, y];
  return null;
}

/// A disc as large as the share of visits, in the colour of the value, with the visits in per cent; around it, as large
/// as the prior, a dashed ring.
function ghost(svg, frame, child) {
  const place = placeOf(frame, child.move);
  if (!place) return;
  const [u, v] = middle(frame, ...place);
  const [r, prior] = [child.share, child.prior ?? 0].map((share) => frame.cell * (0.14 + 0.28 * Math.sqrt(share)));
  const group = mark(child);
  group.append(el('circle', { cx: u, cy: v, r, fill: child.fill }));
  if (child.prior !== undefined) group.append(el('circle', { cx: u, cy: v, r: prior, class: 'prior' }));
  if (r >= 14) group.append(el('text', { x: u, y: v + 4, class: 'share' }, `${Math.round(child.share * 100)}%`));
  svg.append(group);
}

/// From where a piece stands to where it goes, as wide as the share of visits.
function arrow(svg, frame, child) {
  const ends = [child.move.slice(0, 2), child.move.slice(2, 4)].map((text) => pointOf(frame, text));
  if (ends.includes(null)) return;
  const [[a, b], [u, v]] = ends.map((end) => middle(frame, ...end));
  const width = frame.cell * (0.06 + 0.3 * Math.sqrt(child.share));
  const length = Math.hypot(u - a, v - b);
  const [x, y] = [(u - a) / length, (v - b) / length];
  const [w, h] = [width / 2, Math.max(width, frame.cell * 0.2)];
  const at = (along, aside) => [a + x * along - y * aside, b + y * along + x * aside];
  const tip = length - frame.cell * 0.1;
  const points = [at(frame.cell * 0.3, -w), at(tip - h, -w), at(tip - h, -w - h / 2), at(tip, 0), at(tip - h, w + h / 2), at(tip - h, w), at(frame.cell * 0.3, w)];
  const group = mark(child);
  group.append(el('polygon', { points: points.join(' '), fill: child.fill }));
  svg.append(group);
}
