// Where in time one is: the clock, the way of the simulation from the root to its leaf, and what went back up.
import { moveOf } from './record.js';
import { colour, el, short, shown } from './show.js';

const byId = (id) => document.getElementById(id);

/// What the simulation's evaluation brought, in words.
function outcome(view, value) {
  const { raw } = view.record;
  if (view.record.isWon) return value === 0 ? 'a draw' : `${raw.seat_names[value > 0 ? 0 : 1]} won`;
  return raw.seats === 1 ? `brought ${shown(view.own(value), 2)}` : `${shown(view.own(value), 2)} for ${raw.seat_names[0]}`;
}

export function showTime(view) {
  const { record } = view;
  const k = view.simulation;
  byId('slider').value = k;
  byId('slider').setAttribute('aria-valuetext', `simulation ${k} of ${record.simulations}`);
  byId('clock').textContent = `simulation ${k} of ${record.simulations}`;
  if (k === 0) {
    byId('way').replaceChildren(el('li', { class: 'hint' }, 'Nothing has been searched yet: press play, or the right arrow.'));
    return void (byId('sentence').textContent = 'Simulation 0: nothing has been searched yet.');
  }
  const value = record.value[k - 1];
  byId('way').replaceChildren(...view.way.map((node, i) => wayBox(view, node, view.steps[i])), el('li', { class: 'end', style: `--value:${colour(value, view.scale)}` }, el('b', {}, outcome(view, value))));
  const moves = view.way.slice(1).map((node) => moveOf(record, node)).join(', ') || 'the root itself';
  byId('sentence').textContent = `Simulation ${k}: ${moves}; ${outcome(view, value)}. ${view.operators[view.op].label} now gives the root ${short(view.own(view.value(0, view.op)), view.scale)}.`;
}

/// What the chosen operator held of the node, what it holds now, and what it passed up from there.
function wayBox(view, node, step) {
  const text = (value) => short(view.own(value), view.scale);
  const old = step.inputs.find((term) => term.name === 'V_old');
  const holds = view.visits[node] > 1 && old ? `${text(step.turn * old.numbers[0])} \u2192 ${text(step.stored)}` : text(step.stored);
  const box = el('li', { style: `--value:${colour(step.stored, view.scale)}`, 'data-passed-up': `${view.own(step.passedUp)}`, title: 'the value held here before and after, and what goes up to the node before, in the view of who chose this node' },
    el('b', {}, node === 0 ? 'root' : moveOf(view.record, node)), el('span', {}, `holds ${holds}`));
  if (node !== 0) box.append(el('small', {}, `passes up ${text(step.passedUp)}`));
  return box;
}
