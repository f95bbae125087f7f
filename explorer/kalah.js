// Kalah's board: stores at the ends, the second seat's pits above from right to left, the first seat's below.
import { el, mark, zoom } from './show.js';

const kPit = 46;

/// `text`: the game's drawing, whose second, third and fourth lines have the seeds; `moves`: see drawBoard().
export function drawKalah(text, moves, seat) {
  const [above, stores, below] = text.split('\n').slice(1, 4).map((line) => (line.match(/\d+/g) ?? []).map(Number));
  const pits = below.length;
  const width = (pits + 2) * kPit;
  const svg = el('svg', { viewBox: `-6 -18 ${width + 12} ${2 * kPit + 36}`, class: 'board kalah', role: 'img', 'aria-label': text });
  svg.style.maxWidth = `${(width + 12) * zoom()}px`;
  svg.append(el('rect', { x: 0, y: 0, width, height: 2 * kPit, rx: 16, class: 'wood' }));
  store(svg, kPit / 2, stores[0], 'second');
  store(svg, width - kPit / 2, stores[1], 'first');
  const centre = (side, pit) => (side === 0 ? [(pit + 1.5) * kPit, 1.5 * kPit] : [(pits - pit + 0.5) * kPit, kPit / 2]);
  for (let pit = 0; pit < pits; ++pit) {
    for (const side of [0, 1]) {
      const [u, v] = centre(side, pit);
      svg.append(el('circle', { cx: u, cy: v, r: kPit * 0.42, class: 'pit' }));
      svg.append(el('text', { x: u, y: side === 0 ? 2 * kPit + 14 : -6, class: 'edge-text' }, `${pit + 1}`));
    }
  }
  for (const child of moves) {
    const pit = Number(child.move) - 1;
    if (!(pit >= 0 && pit < pits)) continue;
    const [u, v] = centre(seat, pit);
    const group = mark(child);
    group.append(el('circle', { cx: u, cy: v, r: kPit * (0.14 + 0.28 * Math.sqrt(child.share)), fill: child.fill }));
    svg.append(group);
  }
  for (let pit = 0; pit < pits; ++pit) {
    seeds(svg, ...centre(0, pit), below[pit]);
    seeds(svg, ...centre(1, pit), above[pits - 1 - pit]);
  }
  return svg;
}

function store(svg, u, count, seat) {
  svg.append(el('rect', { x: u - kPit * 0.38, y: kPit * 0.15, width: kPit * 0.76, height: kPit * 1.7, rx: kPit * 0.38, class: seat }));
  seeds(svg, u, kPit, count);
}

function seeds(svg, u, v, count) {
  svg.append(el('text', { x: u, y: v + 5, class: 'seeds' }, `${count}`));
}
