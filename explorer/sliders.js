// What if: a control a parameter that can be moved.
import { knots } from './knots.js';
import { el, lineOf } from './show.js';

/// `change(label, key, value)` is called with every movement; `weights`: the budget over which they lie, and what they come to.
export function sliders(operators, changes, change, weights) {
  const box = el('div', { class: 'sliders' });
  operators.forEach((operator, i) => {
    const movable = operator.specs.filter((spec) => operator.parameters[spec.key] !== null && (spec.choices || (spec.tune_low !== undefined && spec.type !== 'text')));
    if (movable.length === 0) return;
    const group = el('fieldset', { style: `--line:${lineOf(i)}` }, el('legend', {}, operator.label));
    for (const spec of movable) addControls(group, operator, spec, changes, change, weights);
    box.append(group);
  });
  if (!box.children.length) box.append(el('p', {}, 'These operators have no parameters.'));
  return box;
}

function addChoice(group, operator, spec, value, change) {
  const select = el('select', { 'aria-label': `${operator.label} ${spec.key}` }, ...spec.choices.map((one) => el('option', one === value ? { selected: '' } : {}, one)));
  select.onchange = () => change(operator.label, spec.key, select.value);
  group.append(el('label', { title: spec.help }, `${spec.key} `, select));
}

function addControls(group, operator, spec, changes, change, weights) {
  const now = () => changes()[operator.label]?.[spec.key] ?? operator.parameters[spec.key];
  const value = now();
  if (typeof value === 'string') return void (spec.choices && addChoice(group, operator, spec, value, change));
  const rows = (Array.isArray(value) ? value : [value]).map((number, i) => {
    const name = `${spec.key}${Array.isArray(value) && value.length > 1 ? ` ${i + 1}` : ''}`;
    return slider(operator, spec, name, number, (moved) => {
      const before = now();
      change(operator.label, spec.key, Array.isArray(before) ? before.map((one, j) => (j === i ? moved : one)) : moved);
    });
  });
  if (spec.type === 'real_list') group.append(knots(operator, spec, rows.map((row) => row.querySelector('input')), () => changes()[operator.label], weights));
  group.append(...rows);
}

function slider(operator, spec, name, number, move) {
  const isLog = spec.scale === 'log' && spec.tune_low > 0;
  const map = isLog ? Math.log : (x) => x;
  const back = isLog ? Math.exp : (x) => x;
  const [low, high] = [Math.min(spec.tune_low, number), Math.max(spec.tune_high, number)];
  const input = el('input', { type: 'range', min: map(low), max: map(high), step: spec.type === 'integer' && !isLog ? 1 : (map(high) - map(low)) / 200, 'aria-label': `${operator.label} ${name}` });
  input.value = map(number);
  const out = el('output', {}, `${Number(number.toPrecision(4))}`);
  input.oninput = () => {
    let moved = Math.min(high, Math.max(low, Number(back(Number(input.value)).toPrecision(6))));
    if (spec.type === 'integer') moved = Math.round(moved);
    out.textContent = `${Number(moved.toPrecision(4))}`;
    move(moved);
  };
  return el('label', { title: spec.help }, `${name} `, input, out);
}
