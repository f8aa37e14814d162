import { pngProblem } from './png.ts';
import { svgProblem } from './svg.ts';

/** Pages carry a logo at each first visit. */
const MAX_BYTES = 64 * 1024;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The image that a setting holds: base64, or the text of an SVG, as `{ file: path }` gives it. */
export function logoBytes(text: string): Buffer {
  return text.trimStart().startsWith('<') ? Buffer.from(text) : Buffer.from(text, 'base64');
}

/** The problem of a logo, if any. */
export function logoProblem(text: string): string | undefined {
  if (!text.trimStart().startsWith('<') && !BASE64.test(text)) {
    return 'must be { base64File: path }, or the image in base64';
  }
  const bytes = logoBytes(text);
  if (bytes.length > MAX_BYTES) {
    return `must have at most ${MAX_BYTES / 1024} kB: it has ${Math.ceil(bytes.length / 1024)}`;
  }
  if (bytes.subarray(0, PNG.length).equals(PNG)) return pngProblem(bytes);
  return svgProblem(bytes);
}
