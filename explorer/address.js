// The address tells what is seen: #sim=60&node=b3.c2&op=softmax&set=softmax.g:-3,-2;max_lambda.lambda:0.5

/// The recorded operators' labels and behind them those of the changed copies, `softmax?`.
const labels = (record, changes) => {
  const recorded = record.raw.operators.map((one) => one.label);
  return [...recorded, ...recorded.filter((label) => changes[label]).map((label) => `${label}?`)];
};

export function writeAddress(record, state) {
  const parts = [`sim=${state.simulation}`];
  if (state.node) parts.push(`node=${encodeURIComponent(record.path[state.node])}`);
  parts.push(`op=${encodeURIComponent(labels(record, state.changes)[state.op])}`);
  const set = Object.entries(state.changes).flatMap(([label, keys]) => Object.entries(keys).map(([key, value]) => `${encodeURIComponent(label)}.${key}:${[].concat(value).join(',')}`));
  if (set.length) parts.push(`set=${set.join(';')}`);
  history.replaceState(null, '', '#' + parts.join('&'));
}

/// Simulation, node, operator and changed parameters; what is unknown or out of range is left out.
export function readAddress(record) {
  const given = Object.fromEntries(location.hash.slice(1).split('&').map((part) => part.split(/=(.*)/s).slice(0, 2)));
  const operators = record.raw.operators;
  const wanted = Number(given.sim);
  const next = {
    simulation: given.sim === undefined || !Number.isFinite(wanted) ? record.simulations : Math.max(0, Math.min(record.simulations, Math.trunc(wanted))),
    node: record.byPath.get(decodeURIComponent(given.node ?? '')) ?? 0,
    op: 0,
    changes: {},
  };
  for (const one of (given.set ?? '').split(';').filter(Boolean)) readChange(operators, decodeURIComponent(one), next.changes);
  next.op = Math.max(0, labels(record, next.changes).indexOf(decodeURIComponent(given.op ?? '')));
  return next;
}

function readChange(operators, text, changes) {
  const operator = operators.find((known) => text.startsWith(`${known.label}.`));
  const [, key, written] = /^([a-z0-9_.]+):(.*)$/i.exec(text.slice((operator?.label.length ?? 0) + 1)) ?? [];
  const spec = operator?.specs.find((known) => known.key === key);
  if (!spec) return;
  const numbers = written.split(',').map(Number);
  const isAllowed = spec.choices ? spec.choices.includes(written) : numbers.every((number) => Number.isFinite(number) && number >= (spec.low ?? -Infinity) && number <= (spec.high ?? Infinity));
  if (!isAllowed) return;
  changes[operator.label] = { ...changes[operator.label], [key]: spec.choices ? written : spec.type === 'real_list' ? numbers : numbers[0] };
}
