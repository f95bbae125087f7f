// The tree as SVG: tidy (contours of subtrees touch), edges as wide as visits, nodes in their value's colour.
import { moveOf, wayTo } from './record.js';
import { colour, el, short, zoom } from './show.js';

const kMostDrawn = 500;
/// Pixels from level to level, and between neighbours at least.
const kDeep = { down: 74, right: 104 };
const kStep = { down: 36, right: 32 };

/// Nodes with at least so many visits below `top`, and the way to it; children in the order of their moves. Where there
/// is no room for all children of a node the most visited are kept.
function keptNodes(record, visits, threshold, top = 0) {
  const order = wayTo(record, top);
  const below = new Map(order.slice(1).map((node) => [record.parent[node], [node]]));
  const isKept = (child) => visits[child] >= threshold && visits[child] > 0;
  for (let i = order.length - 1; i < order.length && order.length < kMostDrawn; ++i) {
    const kept = record.children[order[i]].filter(isKept).sort((a, b) => visits[b] - visits[a]);
    kept.length = Math.min(kept.length, kMostDrawn - order.length);
    below.set(order[i], kept.sort((a, b) => record.move[a] - record.move[b]));
    order.push(...kept);
  }
  const isBelow = (node) => { while (node > top) node = record.parent[node]; return node === top; };
  const leftOut = order.length < kMostDrawn ? 0 : record.parent.reduce((sum, _, node) => sum + (node > top && isKept(node) && isBelow(node)), 0) - order.length + wayTo(record, top).length;
  return { order, below, leftOut };
}

/// Where each node lies across its level, in steps; `size` is how much room a label takes.
function tidy(kept, size) {
  const at = new Map();
  const put = (node, depth) => {
    const half = size(node) / 2;
    const parts = (kept.below.get(node) ?? []).map((child) => ({ child, ...put(child, depth + 1) }));
    let left = [];
    let right = [];
    parts.forEach((part, i) => {
      part.shift = 0;
      if (i > 0) for (let level = 0; level < Math.min(right.length, part.left.length); ++level) part.shift = Math.max(part.shift, right[level] - part.left[level]);
      part.left.forEach((edge, level) => { if (left[level] === undefined) left[level] = edge + part.shift; });
      part.right.forEach((edge, level) => { right[level] = edge + part.shift; });
    });
    const middle = parts.length ? (parts[0].shift + parts[0].middle + parts[parts.length - 1].shift + parts[parts.length - 1].middle) / 2 : 0;
    at.set(node, { parts, middle, depth });
    return { middle, left: [middle - half, ...left], right: [middle + half, ...right] };
  };
  const top = put(0, 0);
  const places = new Map();
  const start = -Math.min(...top.left);
  const spread = (node, shift) => {
    const one = at.get(node);
    places.set(node, { across: one.middle + shift, depth: one.depth });
    for (const part of one.parts) spread(part.child, shift + part.shift);
  };
  spread(0, start);
  return { places, wide: start + Math.max(...top.right), deep: top.left.length };
}

/// The smallest threshold at which the tree fits into `steps`, and the tree then; all below `opened`, where one is.
function fitting(record, visits, { threshold, opened }, steps, size) {
  if (opened !== null) {
    const kept = keptNodes(record, visits, 1, opened);
    return { ...tidy(kept, size), ...kept, threshold: 1 };
  }
  for (let least = threshold || 1; ; least = Math.max(least + 1, Math.floor(least * 1.2))) {
    const kept = keptNodes(record, visits, least);
    if (!threshold && kept.order.length > 5 * steps) continue;
    const laid = tidy(kept, size);
    if (threshold || laid.wide <= steps || least > visits[0]) return { ...laid, ...kept, threshold: least };
  }
}

/// Draws into `box`; returns the threshold that was used, and how many nodes found no room.
export function drawTree(box, view, state) {
  const { record, visits } = view;
  const isDown = state.isDown;
  const way = isDown ? 'down' : 'right';
  const length = (node) => (node === 0 ? 4 : moveOf(record, node).length);
  const digits = view.scale < 0.5 ? 46 : 36;
  const size = (node) => (isDown ? Math.max(digits, length(node) * 8 + 20) / kStep.down : 1);
  const room = isDown ? Math.max(box.clientWidth / zoom() - 8, 260) / kStep.down : 15;
  const laid = fitting(record, visits, state, room, size);
  const longest = Math.max(...laid.order.map(length));
  const step = isDown ? Math.min(66, Math.max(kStep.down, (room * kStep.down) / laid.wide)) : kStep.right;
  const deep = isDown ? kDeep.down : Math.max(kDeep.right, longest * 8 + 76);
  const wide = isDown ? Math.max(laid.wide * step, 160) : laid.deep * deep + 20;
  const high = isDown ? (laid.deep - 1) * deep + 76 : Math.max(laid.wide, 3) * step + 24;
  const point = (node) => {
    const { across, depth } = laid.places.get(node);
    return isDown ? [across * step + Math.max(0, 160 - laid.wide * step) / 2, 30 + depth * deep] : [30 + depth * deep, 14 + across * step];
  };
  const svg = el('svg', { viewBox: `0 0 ${wide} ${high}`, width: wide * zoom(), height: high * zoom(), role: 'tree', 'aria-label': 'search tree', class: way });
  const lit = new Set(view.way);
  for (const isLit of [false, true]) {
    for (const node of laid.order.slice(1)) if (lit.has(node) === isLit) svg.append(...edge(view, node, point, isDown, isLit));
  }
  const best = view.preferred(0, state.op);
  for (const node of laid.order) svg.append(oneNode(view, state, node, point(node), length(node), lit.has(node), node === best && node !== 0));
  box.replaceChildren(svg);
  return laid;
}

function edge(view, node, point, isDown, isLit) {
  const { record, visits } = view;
  const [x, y] = point(record.parent[node]);
  const [u, v] = point(node);
  const bend = isDown ? `M${x},${y} C${x},${(y + v) / 2} ${u},${(y + v) / 2} ${u},${v}` : `M${x},${y} C${(x + u) / 2},${y} ${(x + u) / 2},${v} ${u},${v}`;
  const width = 1.5 + 12 * Math.sqrt(visits[node] / Math.max(visits[0], 1));
  const line = el('path', { d: bend, class: 'edge', stroke: colour(view.value(node, view.op), view.scale), 'stroke-width': width });
  return isLit ? [el('path', { d: bend, class: 'halo', 'stroke-width': width + 6 }), line] : [line];
}

function oneNode(view, state, node, [x, y], length, isLit, isBest) {
  const { record, visits } = view;
  const value = visits[node] ? view.value(node, view.op) : NaN;
  const text = node === 0 ? 'root' : moveOf(record, node);
  const number = Number.isFinite(value) ? short(view.own(value), view.scale) : '';
  const half = Math.max(14, length * 4 + 8);
  const flags = record.flags[node];
  const group = el('g', {
    transform: `translate(${x},${y})`, role: 'treeitem', tabindex: node === state.node ? 0 : -1, 'data-tree': node,
    class: `at${node === state.node ? ' chosen' : ''}${isLit ? ' lit' : ''}${flags & 1 ? ' chance' : ''}`,
    'aria-selected': node === state.node, 'aria-level': wayTo(record, node).length,
  });
  group.append(el('rect', { x: -half, y: -13, width: 2 * half, height: 26, rx: flags & 2 ? 4 : 13, fill: colour(value, view.scale) }),
    el('text', { y: 4, class: 'move' }, text), ' ',
    el('text', { x: state.isDown ? 0 : half + 4, y: state.isDown ? 27 : 4, class: 'number' }, view.isProven(node) ? `= ${number}` : number));
  if (isBest) group.append(el('text', { x: state.isDown ? 0 : -half - 8, y: state.isDown ? -16 : 5, class: 'star' }, '\u2605'));
  group.append(el('text', { class: 'spoken' }, ` ${visits[node]} visits${view.isProven(node) ? ', proven' : ''}`));
  return group;
}
