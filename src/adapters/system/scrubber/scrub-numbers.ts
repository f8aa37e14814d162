import { PERSONAL_NUMBER } from './personal-number.ts';

const SCRUBBED = '[number]';

/** Our own ids that are written in sixteenths: references, spans, UUIDs. A number inside is chance. */
const ID = /^(?:[\da-f]{16}|[\da-f]{32}|[\da-f]{64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const LONGEST_ID = 64;

/** Escapes of JSON, which must stay whole, and runs that may be base64 of either alphabet. */
const RUN = /\\u[\da-f]{4}|\\.|[\w+/-]{14,}={0,2}/g;
/** How base64 writes three digits in a row: no date is without them. */
const THREE_DIGITS = /[MNO][DTjz][AEIMQUYcgk][w-z0-5]/;
/** The text may begin anywhere in a run: what stands before it may be of the same alphabet. */
const ALIGNMENTS = [0, 1, 2, 3];

/** Replaces personal numbers, written plainly, for a URL or in base64. */
export function scrubNumbers(line: string): string {
  return line
    .replace(RUN, (run) => (hidesNumber(run) ? SCRUBBED : run))
    .replace(PERSONAL_NUMBER, (number, at: number) =>
      isInId(line, number, at) ? number : SCRUBBED,
    );
}

function hidesNumber(run: string): boolean {
  if (run.startsWith('\\') || !THREE_DIGITS.test(run)) return false;
  return ALIGNMENTS.some((start) => {
    const text = Buffer.from(run.slice(start), 'base64').toString('latin1');
    return text.search(PERSONAL_NUMBER) !== -1;
  });
}

function isInId(line: string, number: string, at: number): boolean {
  const before = /[\da-f-]*$/i.exec(line.slice(Math.max(at - LONGEST_ID, 0), at))?.[0] ?? '';
  const end = at + number.length;
  const after = /^[\da-f-]*/i.exec(line.slice(end, end + LONGEST_ID))?.[0] ?? '';
  return ID.test(`${before}${number}${after}`);
}
