// A list g over the visits that a weight lies over: its knots can be dragged, and beside it stands what it makes of them, f.
import { el } from './show.js';

const [kWide, kHigh, kLeft, kEdge, kFoot] = [260, 118, 38, 12, 22];
const kSteps = 48;
const short = (number) => (number === 0 || (Math.abs(number) >= 0.01 && Math.abs(number) < 10000) ? `${Number(number.toPrecision(3))}` : number.toExponential(1)).replace('-', '\u2212');

/// Each knot is one of `inputs`, by which it moves and which moves it; `changed()` are the copy's other parameters.
export function knots(operator, spec, inputs, changed, weights) {
  const parameter = (key) => changed()?.[key] ?? operator.parameters[key];
  const span = () => parameter('span') ?? weights.budget;
  const isLog = () => parameter('spacing') === 'log';
  const t = (visits) => (isLog() ? Math.log(1 + visits) : visits);
  const back = (part) => (isLog() ? Math.exp(part * t(span())) - 1 : part * span());
  const across = (visits) => kLeft + ((kWide - kLeft - kEdge) * t(visits)) / t(span());
  const visitsAt = (i) => (inputs.length > 1 ? back(i / (inputs.length - 1)) : span());
  const [left, right] = [panel('g'), panel(operator.name === 'softmax' || (operator.name === 'monotone_softmax' && spec.key === 'g') ? '\u03b2 = f' : 'f')];
  const dots = inputs.map(() => el('circle', { r: 7 }));
  const [low, top] = [Number(inputs[0].min), Number(inputs[0].max)];
  const draw = () => {
    const g = inputs.map((input) => Number(input.value));
    const up = left.draw(low, top, span(), across, g.length > 1 ? g.map((one, i) => [visitsAt(i), one]) : [[0, g[0]], [span(), g[0]]]);
    dots.forEach((dot, i) => { dot.setAttribute('cx', across(visitsAt(i))); dot.setAttribute('cy', up(g[i])); });
    const visits = Array.from({ length: kSteps + 1 }, (_, i) => back(i / kSteps));
    const f = weights.of(operator, spec.key, g, span(), isLog(), visits);
    right.draw(0, Math.max(...f) || 1, span(), across, visits.map((x, i) => [x, f[i]]));
  };
  for (const input of inputs) input.addEventListener('input', draw);
  dots.forEach((dot, i) => drag(dot, left.svg, (y) => {
    inputs[i].value = top - ((y - kEdge) / (kHigh - kEdge - kFoot)) * (top - low);
    inputs[i].dispatchEvent(new Event('input'));
  }));
  left.svg.append(el('title', {}, spec.help), ...dots);
  draw();
  return el('div', { class: 'knots', 'aria-hidden': 'true' }, left.svg, right.svg);
}

/// Axes over the visits and a line.
function panel(name) {
  const line = el('polyline', {});
  const ticks = el('g', {});
  const svg = el('svg', { viewBox: `0 0 ${kWide} ${kHigh}` }, ticks, line);
  const draw = (low, top, span, across, points) => {
    const up = (value) => kEdge + ((kHigh - kEdge - kFoot) * (top - value)) / (top - low || 1);
    line.setAttribute('points', points.map(([x, y]) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`).join(' '));
    const floor = kHigh - kFoot;
    ticks.replaceChildren(el('path', { d: `M${kLeft},${kEdge - 4} V${floor} H${kWide - kEdge}`, class: 'axis' }),
      el('text', { x: kLeft - 4, y: kEdge + 8, class: 'tick' }, short(top)), el('text', { x: kLeft - 4, y: floor, class: 'tick' }, short(low)),
      el('text', { x: kLeft + 6, y: kEdge + 6, class: 'tick name' }, name),
      el('text', { x: kLeft, y: kHigh - 6, class: 'tick name' }, '0'), el('text', { x: (kLeft + kWide) / 2, y: kHigh - 6, class: 'tick middle' }, 'visits'), el('text', { x: kWide - kEdge, y: kHigh - 6, class: 'tick' }, short(span)));
    return up;
  };
  return { svg, draw };
}

function drag(dot, svg, moveTo) {
  dot.onpointerdown = (event) => dot.setPointerCapture(event.pointerId);
  dot.onpointermove = (event) => {
    if (!dot.hasPointerCapture(event.pointerId)) return;
    const box = svg.getBoundingClientRect();
    moveTo(((event.clientY - box.top) / box.height) * kHigh);
  };
}
