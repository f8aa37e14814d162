/** An image of lines and bars, written as text. */
export interface Canvas {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly string[];
}

/** The position and style of a text. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly kind?: 'title' | 'label' | 'muted';
}

/** Colours that also differ in lightness, so that they are distinct without colour. */
export const COLOURS = ['#1f6feb', '#f0883e', '#57606a', '#8250df'] as const;

/** The whole image, with a background, so that it is readable on a dark page. */
export function svgText({ title, width, height, shapes }: Canvas): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`,
    text(title, { x: 16, y: 28, kind: 'title' }),
    ...shapes,
    '</svg>\n',
  ].join('\n');
}

/** One line of text. */
export function text(texts: string, place: TextPlace): string {
  const { x, y, anchor = 'start', kind = 'label' } = place;
  return `<text class="${kind}" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(texts)}</text>`;
}

export function bar(x: number, y: number, size: { width: number; height: number; fill: string }) {
  const { width, height, fill } = size;
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}"/>`;
}

/** A line across the picture. */
export function rule(from: readonly [number, number], to: readonly [number, number]): string {
  return `<line x1="${at(from[0])}" y1="${at(from[1])}" x2="${at(to[0])}" y2="${at(to[1])}" stroke="#d0d7de"/>`;
}

/** A line through points, each of them marked. */
export function curve(points: readonly (readonly [number, number])[], colour: string): string {
  const path = points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ');
  const dots = points.map(
    ([x, y]) => `<circle cx="${at(x)}" cy="${at(y)}" r="3.5" fill="${colour}"/>`,
  );
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
}

/** A round step for an axis that reaches the value within this number of parts. */
export function axisStep(highest: number, parts: number): number {
  const rough = highest / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(texts: string): string {
  return texts.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const STYLE = `text{font-family:system-ui,sans-serif;font-size:13px;fill:#24292f}
.title{font-size:15px;font-weight:600}.muted{fill:#57606a;font-size:12px}`;
