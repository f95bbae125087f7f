// Elements, numbers and colours.
const kSvg = 'http://www.w3.org/2000/svg';
const kDrawing = new Set(['svg', 'g', 'path', 'circle', 'rect', 'line', 'text', 'polygon', 'polyline', 'title']);

/// An element with attributes; children and texts are appended as text, never as HTML.
export function el(name, attributes = {}, ...inside) {
  const made = kDrawing.has(name) ? document.createElementNS(kSvg, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/// With a sign; what rounds to zero has none.
export function shown(value, digits = 4) {
  if (!Number.isFinite(value)) return '\u2013';
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? '\u2212' : '+') + text;
}

/// As many digits as tell values of this size apart.
export const short = (value, scale) => shown(value, scale < 0.5 ? 3 : 2);

/// -scale is orange, 0 nearly white, +scale blue (Okabe-Ito's vermillion and blue, made lighter).
export function colour(value, scale = 1) {
  if (!Number.isFinite(value)) return 'var(--cell)';
  const strength = Math.min(1, Math.abs(value) / scale);
  const full = value < 0 ? [224, 123, 44] : [60, 140, 205];
  const pale = [236, 236, 232];
  return `rgb(${full.map((part, i) => Math.round(pale[i] + (part - pale[i]) * Math.sqrt(strength))).join(',')})`;
}

/// An operator's colour, after Okabe and Ito; style.css has them, lighter ones where it is dark.
export const lineOf = (i) => `var(--line-${i % 8})`;

/// How much larger than on a laptop letters are here; drawings grow alike.
export const zoom = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 14.7;

/// A move on a board: a click goes there.
export function mark({ isBest, title, choose }) {
  const group = el('g', { class: `ghost${isBest ? ' best' : ''}` }, el('title', {}, title));
  group.addEventListener('click', choose);
  return group;
}
