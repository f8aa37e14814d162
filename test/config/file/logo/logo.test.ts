import { deflateSync } from 'node:zlib';

import { describe, expect, test } from '@jest/globals';

import { logoBytes, logoProblem } from '../../../../src/config/file/logo/logo.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inner: string, attributes = '') =>
  `<svg ${NS} viewBox="0 0 8 8" ${attributes}>${inner}</svg>`;

describe('an SVG', () => {
  test.each([
    ['shapes', svg('<title>A</title><g fill="#123"><path d="M0 0h1v1z"/><circle r="1"/></g>')],
    [
      'gradients that refer to each other',
      svg(
        `<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient>
        <linearGradient id="b" xlink:href="#a"/></defs><rect width="8" height="8" fill="url(#b)"/>`,
        'xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
    ],
    ['an XML declaration', `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->${svg('<g/>')}`],
  ])('with %s is accepted, as text and in base64', (_what, text) => {
    expect(logoProblem(text)).toBeUndefined();
    expect(logoProblem(Buffer.from(text).toString('base64'))).toBeUndefined();
    expect(logoBytes(text)).toEqual(Buffer.from(text));
  });

  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'must not contain <script>'],
    ['an event attribute', svg('', 'onload="alert(1)"'), 'the attribute onload at <svg>'],
    ['foreign content', svg('<foreignObject/>'), 'must not contain <foreignObject>'],
    ['a picture', svg('<image href="https://a.example/x.png"/>'), 'must not contain <image>'],
    ['a link', svg('<a href="javascript:alert(1)"/>'), 'must not contain <a>'],
    ['an animation', svg('<animate attributeName="x"/>'), 'must not contain <animate>'],
    ['a stylesheet', svg('<style>@import "https://a.example"</style>'), 'contain <style>'],
    [
      'a style',
      svg('<path style="fill:url(https://a.example)"/>'),
      'the attribute style at <path>',
    ],
    ['repeated parts', svg('<use href="#a"/>'), 'must not contain <use>'],
    [
      'another host in a paint',
      svg('<path fill="url(https://a.example#x)"/>'),
      'must refer to its own parts only: fill at <path>',
    ],
    [
      'another host in a gradient',
      svg('<linearGradient href="https://a.example#x"/>'),
      'the attribute href at <linearGradient>',
    ],
    ['HTML', svg('<h:p xmlns:h="http://www.w3.org/1999/xhtml"/>'), 'must not contain <h:p>'],
    ['another root', `<g ${NS} viewBox="0 0 1 1"/>`, 'must not contain <g>'],
    ['no namespace', '<svg viewBox="0 0 1 1"/>', 'must not contain <svg>'],
    ['no proportions', `<svg ${NS}/>`, 'must have a viewBox'],
    [
      'entities',
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<title>&b;</title>')}`,
      'must not have a DOCTYPE',
    ],
    ['an undeclared entity', svg('<title>&b;</title>'), 'not well-formed'],
    ['a processing instruction', `<?xml-stylesheet href="x"?>${svg('')}`, '<?xml-stylesheet?>'],
    ['a missing end', svg('<g>'), 'not well-formed'],
    ['two roots', svg('') + svg(''), 'not well-formed'],
    ['too many elements', svg('<g/>'.repeat(1_000)), 'at most 1000 elements'],
    ['too deep elements', svg('<g>'.repeat(40) + '</g>'.repeat(40)), 'deeper than 30 elements'],
    ['too many bytes', svg(`<!--${'x'.repeat(65_536)}-->`), 'must have at most 64 kB: it has 65'],
  ])('with %s is refused', (_what, text, problem) => {
    expect(logoProblem(text)).toContain(problem);
    expect(logoProblem(Buffer.from(text).toString('base64'))).toContain(problem);
  });

  test('that is not UTF-8 is refused', () => {
    const bytes = Buffer.from(svg('<title>é</title>'), 'latin1');
    expect(logoProblem(bytes.toString('base64'))).toBe('must be a PNG, or an SVG in UTF-8');
  });
});

describe('a PNG', () => {
  test('of a usual size is accepted', () => {
    expect(logoProblem(png(16, 16).toString('base64'))).toBeUndefined();
  });

  test.each([
    ['too wide', png(2_001, 1), 'at most 2000 pixels on each side: it has 2001 × 1'],
    ['of no size', png(0, 1), 'it has 0 × 1'],
    ['cut off', png(16, 16).subarray(0, -4), 'is not a whole PNG image'],
    [
      'with other bytes behind it',
      Buffer.concat([png(16, 16), Buffer.from('<html>')]),
      'whole PNG',
    ],
    ['without its first chunk', Buffer.concat([png(1, 1).subarray(0, 8), chunk('IEND')]), 'whole'],
    ['animated', png(16, 16, [chunk('acTL', Buffer.alloc(8))]), 'must not be animated'],
  ])('%s is refused', (_what, bytes, problem) => {
    expect(logoProblem(bytes.toString('base64'))).toContain(problem);
  });
});

test.each(['', 'logo.png', 'data:image/png;base64,AA==', '/9j/4AAQSkZJRg=='])(
  'another text is refused: %s',
  (text) => {
    expect(logoProblem(text)).toMatch(/^must be/);
  },
);

/** An image of one bit a pixel, all black; its checksums are zero, which only a decoder checks. */
function png(width: number, height: number, others: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...others,
    chunk('IDAT', rows),
    chunk('IEND'),
  ]);
}

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
}
