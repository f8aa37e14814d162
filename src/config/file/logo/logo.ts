import { svgProblem } from './svg.ts';

/** Pages carry a logo at each first visit. */
const MAX_BYTES = 64 * 1024;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** In pixels, on each side: a decoder needs four bytes for each pixel. */
const MAX_SIDE = 2_000;
const FIRST_CHUNK = 8;
/** The length, the type and the checksum of a chunk. */
const CHUNK_FRAME = 12;

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

/** The problem of a PNG whose signature was seen: its structure, or its size in pixels. */
function pngProblem(bytes: Buffer): string | undefined {
  const types = chunkTypes(bytes);
  if (types?.[0] !== 'IHDR' || types.at(-1) !== 'IEND') return 'is not a whole PNG image';
  if (types.includes('acTL')) return 'must not be animated';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
    return `must have at most ${MAX_SIDE} pixels on each side: it has ${width} × ${height}`;
  }
  return undefined;
}

/** The types of all chunks; undefined when they do not fill the file. */
function chunkTypes(bytes: Buffer): readonly string[] | undefined {
  const types: string[] = [];
  let at = FIRST_CHUNK;
  while (at < bytes.length) {
    if (at + CHUNK_FRAME > bytes.length) return undefined;
    types.push(bytes.toString('latin1', at + 4, at + 8));
    at += CHUNK_FRAME + bytes.readUInt32BE(at);
  }
  return at === bytes.length && bytes.length >= 33 ? types : undefined;
}
