// Each operator's value of a node by simulation, and the move that it would play then.
import { moveOf } from './record.js';
import { el, lineOf, shown, zoom } from './show.js';

const [kHigh, kLeft, kRight, kLow, kBand] = [250, 92, 12, 24, 22];
const kBands = ['#8fb8de', '#f0b27a', '#9fd3b6', '#dcb0cf', '#e8d27a', '#b8c4cc', '#c9b8e8', '#d8c3a5'];

/// `numbers`: [simulation][operator]; `preferred`: the same, nodes or -1; `exact`: the true value or null.
/// `wide`: the box's width. Returns the drawings, and what moves the mark of the simulation on.
export function drawCurves(view, { numbers, preferred }, exact, isLog, wide) {
  const { operators, record } = view;
  const kWide = Math.max(320, Math.min(1000, wide / zoom()));
  const count = record.simulations;
  const across = (k) => kLeft + (kWide - kLeft - kRight) * (isLog ? Math.log(k) / Math.log(Math.max(count, 2)) : (k - 1) / Math.max(count - 1, 1));
  const [bottom, top] = range(numbers, exact);
  const up = (value) => 12 + ((kHigh - 12 - kLow) * (top - value)) / (top - bottom);
  const svg = el('svg', { viewBox: `0 0 ${kWide} ${kHigh}`, role: 'img', 'aria-label': 'values by simulation' });
  axes(svg, view, { across, up, bottom, top, count, isLog, wide: kWide });
  if (exact !== null) svg.append(el('line', { x1: kLeft, x2: kWide - kRight, y1: up(exact), y2: up(exact), class: 'exact' }), el('text', { x: kWide - kRight - 2, y: up(exact) + (up(exact) > 30 ? -5 : 14), class: 'tick halo-text' }, 'exact'));
  const marks = shownSteps(count, isLog);
  operators.forEach((one, i) => {
    const drawn = marks.filter((k) => Number.isFinite(numbers[(k - 1) * operators.length + i])); // from the first visit on
    const points = drawn.map((k) => `${across(k).toFixed(1)},${up(numbers[(k - 1) * operators.length + i]).toFixed(1)}`);
    svg.append(el('polyline', { points: points.join(' '), style: `stroke:${lineOf(i)}`, class: `curve${i === view.op ? ' driver' : ''}${one.of ? ' copy' : ''}` }));
  });
  const now = el('line', { y1: 8, y2: kHigh - kLow, class: 'now' });
  svg.append(now);
  const moveNow = (k) => ['x1', 'x2'].forEach((end) => now.setAttribute(end, across(Math.max(k, 1))));
  return { moveNow, parts: preferred.some((node) => node >= 0) ? [svg, bands(view, preferred, across, count, kWide)] : [svg] };
}

function range(numbers, exact) {
  let [bottom, top] = [Infinity, -Infinity];
  for (const number of numbers) if (Number.isFinite(number)) [bottom, top] = [Math.min(bottom, number), Math.max(top, number)];
  if (exact !== null) [bottom, top] = [Math.min(bottom, exact), Math.max(top, exact)];
  const spare = Math.max(0.02 - (top - bottom), (top - bottom) * 0.04);
  return [bottom - spare / 2, top + spare / 2];
}

/// At most some 1,200 simulations, the last among them.
function shownSteps(count, isLog) {
  const marks = [];
  const step = Math.max(1, count / 1200);
  for (let k = 1; k < count; k = isLog ? Math.max(k + 1, k * 1.006) : k + step) marks.push(Math.floor(k));
  marks.push(count);
  return marks;
}

/// Round numbers of the game's own units between two values.
function roundTicks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k) ticks.push(k * step);
  return { ticks, digits: Math.max(1, -Math.floor(Math.log10(step))) };
}

function axes(svg, view, { across, up, bottom, top, count, isLog, wide }) {
  const [low, high] = [view.own(bottom), view.own(top)];
  const { ticks, digits } = roundTicks(low, high);
  for (const tick of ticks) {
    const y = up(bottom + ((tick - low) / (high - low)) * (top - bottom));
    svg.append(el('line', { x1: kLeft, x2: wide - kRight, y1: y, y2: y, class: 'grid-line' }), el('text', { x: kLeft - 6, y: y + 4, class: 'tick' }, shown(tick, digits)));
  }
  const times = isLog ? [1, 10, 100, 1000, 10000, 100000] : [0, 0.25, 0.5, 0.75, 1].map((part) => Math.max(1, Math.round(count * part)));
  for (const k of times) {
    if (k <= count) svg.append(el('text', { x: across(k), y: kHigh - 6, class: `tick ${k === count ? '' : 'middle'}` }, `${k}`));
  }
}

/// A row an operator: which child it prefers, from simulation to simulation.
function bands(view, preferred, across, count, wide) {
  const { operators, record } = view;
  const svg = el('svg', { viewBox: `0 0 ${wide} ${operators.length * kBand + 4}`, role: 'img', 'aria-label': 'preferred moves by simulation', class: 'bands' });
  const children = [...new Set(preferred)].filter((node) => node >= 0).sort((a, b) => record.move[a] - record.move[b]);
  operators.forEach((one, i) => {
    const label = one.label.length > 11 ? `${one.label.slice(0, 10)}\u2026` : one.label;
    svg.append(el('rect', { x: 0, y: i * kBand + 4, width: 7, height: kBand - 8, style: `fill:${lineOf(i)}`, rx: 2 }, el('title', {}, one.label)));
    svg.append(el('text', { x: kLeft - 6, y: i * kBand + 16, class: 'tick' }, label));
    for (let k = 1; k <= count;) {
      const node = preferred[(k - 1) * operators.length + i];
      let end = k;
      while (end < count && preferred[end * operators.length + i] === node) ++end;
      const [x, u] = [across(k), end >= count ? wide - kRight : across(end + 1)];
      if (node >= 0 && u - x > 0.15) {
        const part = el('g', {}, el('title', {}, `${one.label} prefers ${moveOf(record, node)} from ${k} to ${end}`), el('rect', { x, y: i * kBand + 2, width: u - x, height: kBand - 4, fill: kBands[children.indexOf(node) % kBands.length] }));
        if (u - x > 9 * moveOf(record, node).length + 6) part.append(el('text', { x: (x + u) / 2, y: i * kBand + 16, class: 'band' }, moveOf(record, node)));
        svg.append(part);
      }
      k = end + 1;
    }
  });
  return svg;
}
