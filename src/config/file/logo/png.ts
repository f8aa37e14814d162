/** In pixels, on each side: a decoder needs four bytes for each pixel. */
const MAX_SIDE = 2_000;
const FIRST_CHUNK = 8;
/** The length, the type and the checksum of a chunk. */
const CHUNK_FRAME = 12;

/** The problem of a PNG whose signature was seen: its structure, or its size in pixels. */
export function pngProblem(bytes: Buffer): string | undefined {
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
