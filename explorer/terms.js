// A rule's terms at one node, as an operator told them: in letters, with the node's numbers, and what came out.
import { el } from './show.js';

const kMostWritten = { sum: 3, max: 12 };

/// Four digits, with a real minus; 1.2e-9 where it is so small.
export function written(number) {
  if (number === null) return '\u2013';
  return `${Number(number.toPrecision(4))}`.replace('-', '\u2212');
}

const inFormula = (number) => (number < 0 ? `(${written(number)})` : written(number));
const readable = (text) => text.replace(/ \* /g, ' \u00b7 ').replace(/-/g, '\u2212');
const kName = /(?<![\w.])[A-Za-z_]\w*/g;
const names = (text) => text.match(kName) ?? [];
const replaced = (text, numberOf) => text.replace(kName, (name) => numberOf(name) ?? name);

/// Where the bracket that opens at `at` closes.
function closing(text, at) {
  for (let depth = 0, i = at; i < text.length; ++i) {
    depth += text[i] === '(' ? 1 : text[i] === ')' ? -1 : 0;
    if (depth === 0) return i;
  }
  return text.length - 1;
}

/// Whether a call has one argument.
function isSingle(inside) {
  for (let depth = 0, i = 0; i < inside.length; ++i) {
    depth += inside[i] === '(' ? 1 : inside[i] === ')' ? -1 : 0;
    if (depth === 0 && inside[i] === ',') return false;
  }
  return true;
}

/// `how` with numbers in the place of letters; sums and maxima over the children written out, the first few of those
/// that are not left out.
function withNumbers(text, known) {
  const how = text.replace(/\bdot\((\w+), (\w+)\)/g, 'sum($1 * $2)');
  const one = (name) => (known.get(name) && !known.get(name).isOfChildren ? inFormula(known.get(name).numbers[0]) : undefined);
  const parts = [];
  for (let rest = how; rest;) {
    const found = /\b(sum|max)\(/.exec(rest);
    const inside = found && rest.slice(found.index + 4, closing(rest, found.index + 3));
    const columns = inside ? names(inside).filter((name) => known.get(name)?.isOfChildren) : [];
    if (!found || columns.length === 0 || !isSingle(inside)) {
      const end = found ? found.index + 4 : rest.length;
      parts.push(replaced(rest.slice(0, end), one));
      rest = rest.slice(end);
      continue;
    }
    const counted = known.get(columns[0]).numbers.map((_, i) => i).filter((i) => columns.every((name) => known.get(name).numbers[i] !== null));
    const isSum = found[1] === 'sum';
    const plain = known.get(inside);
    const ofChild = (i) => (plain && !isSum ? written(plain.numbers[i]) : replaced(inside, (name) => (known.get(name)?.isOfChildren ? inFormula(known.get(name).numbers[i]) : one(name))));
    const terms = counted.slice(0, kMostWritten[found[1]]).map(ofChild);
    if (counted.length > kMostWritten[found[1]]) terms.push('\u2026');
    parts.push(replaced(rest.slice(0, found.index), one), isSum ? '(' : 'max(', terms.join(isSum ? ' + ' : ', '), ')');
    rest = rest.slice(found.index + 4 + inside.length + 1);
  }
  return parts.join('');
}

/// A line a term: name = letters = numbers = result.
function line(term, known) {
  const result = el('b', { 'data-term': term.name, 'data-number': `${term.numbers[0]}` }, written(term.numbers[0]));
  if (!term.how) return el('p', {}, `${term.name} = `, result);
  const numbers = readable(withNumbers(term.how, known));
  const steps = numbers === written(term.numbers[0]) ? [] : [el('span', { class: 'numbers' }, `= ${numbers}`)];
  return el('p', {}, el('span', {}, `${term.name} = ${readable(term.how)}`), ...steps, el('span', { class: 'numbers' }, '= ', result));
}

/// Columns of the children that stand beside n and q, and the lines of the node's own terms below what they read.
export function showTerms(step) {
  const all = [...step.inputs, ...step.terms];
  const read = new Set(step.terms.flatMap((term) => names(term.how)));
  const inputs = step.inputs.filter((term) => !term.isOfChildren && (step.terms.length === 0 || read.has(term.name)));
  const box = el('div', { class: 'terms' });
  box.append(el('p', { class: 'given' }, inputs.map((term) => `${term.name} = ${written(term.numbers[0])}`).join(',  ')));
  const known = new Map();
  for (const term of all) {
    if (!term.isOfChildren && step.terms.includes(term)) box.append(line(term, known));
    known.set(term.name, term);
  }
  const isRepeated = (term) => step.inputs.some((input) => input.name === term.name && input.isOfChildren && term.numbers.every((one, i) => one === null || one === input.numbers[i]));
  const columns = step.terms.filter((term) => term.isOfChildren && !isRepeated(term));
  return { box, columns };
}
