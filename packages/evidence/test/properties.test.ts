import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { endless } from '../../../test/properties/near.ts';
import { decodeBase64, decodeText } from '../src/decode-base64.ts';
import { type Der, elementsIn, readDer } from '../src/der/der.ts';
import { readDocument } from '../src/evidence-document.ts';
import { readOcspResponse } from '../src/ocsp-response.ts';
import { Unverified } from '../src/unverified.ts';
import { type Evidence, verifyEvidence } from '../src/verify-evidence.ts';
import { readCertificate } from '../src/x509/certificate.ts';
import { canonicalXml, parseXml } from '../src/xml/xml.ts';
import { type Bench, expected, startBench } from './bench.ts';
import { octets, sequence } from './write-der.ts';

let it: Bench;
let genuine: Evidence;
let document: string;
beforeAll(async () => {
  it = await startBench();
  genuine = await it.forge();
  document = Buffer.from(genuine.evidence, 'base64').toString();
});

/** The result of a parser; undefined for its own error, by the message. */
function unless<Value>(message: RegExp, reading: () => Value): Value | undefined {
  try {
    return reading();
  } catch (error) {
    expect(String(error)).toMatch(message);
    return undefined;
  }
}

/** Bytes with some changed, missing or doubled. */
function nearBytes(good: Buffer): fc.Arbitrary<Buffer> {
  const change = fc.record({ at: fc.nat(), gone: fc.nat(2), put: fc.uint8Array({ maxLength: 2 }) });
  return fc.array(change, { maxLength: 3 }).map((changes) =>
    changes.reduce((bytes, { at, gone, put }) => {
      const place = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + gone)]);
    }, good),
  );
}

describe('DER', () => {
  type Tree = Buffer | readonly Tree[];
  const tree = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.array(tie('tree'), { maxLength: 4 }),
    ),
  })).tree;
  const written = (one: Tree): Buffer =>
    Buffer.isBuffer(one) ? octets(one) : sequence(...one.map(written));
  const readTree = (element: Der): Tree =>
    element.tag === 0x04 ? element.content : elementsIn(element).map(readTree);

  test('is read as another implementation writes it', () => {
    fc.assert(
      fc.property(tree, (one) => {
        expect(readTree(readDer(written(one)))).toEqual(one);
      }),
      { numRuns: 200 },
    );
  });

  test('that is nearly valid is read to its last byte, or refused', () => {
    const bytes = tree.chain((one) => nearBytes(written(one)));
    fc.assert(
      fc.property(bytes, (some) => {
        const element = unless(/^Error: DER: /, () => readDer(some));
        if (element === undefined) return;
        expect(element.raw).toEqual(some);
        unless(/^Error: DER: /, () => elementsIn(element));
      }),
      { numRuns: 500 },
    );
  });

  test('of 64 kB with the smallest elements is parsed in time', () => {
    expect(
      elementsIn(readDer(sequence(Buffer.alloc(64 * 1024, Buffer.from([5, 0]))))),
    ).toHaveLength(32 * 1024);
  });
});

/** Undefined for any error: certificates and OCSP responses are parsed within a step that catches all. */
function orNothing<Value>(reading: () => Value): Value | undefined {
  try {
    return reading();
  } catch {
    return undefined;
  }
}

test('of nearly valid certificates is read as by another parser, where both succeed', () => {
  const { raw } = it.responder.certificate;
  fc.assert(
    fc.property(nearBytes(raw), (bytes) => {
      const ours = orNothing(() => readCertificate(bytes));
      const theirs = orNothing(() => new X509Certificate(bytes));
      if (ours === undefined || theirs === undefined) return;
      expect(ours.serial.toString('hex').toUpperCase()).toBe(theirs.serialNumber);
      expect(ours.notAfter).toEqual(new Date(theirs.validTo));
      expect(ours.publicKey.equals(theirs.publicKey)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('of a nearly valid OCSP response is read or refused', () => {
  const good = Buffer.from(genuine.ocspResponse, 'base64');
  fc.assert(
    fc.property(nearBytes(good), (bytes) => {
      const response = orNothing(() => readOcspResponse(bytes));
      if (response === undefined) return;
      expect(['good', 'revoked', 'unknown']).toContain(response.answer.status);
    }),
    { numRuns: 500 },
  );
});

describe('the signed document', () => {
  /** The parts that move: tags, and the texts between them. */
  const moved = () => {
    const pieces = document.split(/(?=<)|(?<=>)/);
    const place = fc.nat(pieces.length - 1);
    const change = fc.oneof(
      fc.tuple(place, place).map(([from, to]) => pieces.toSpliced(to, 0, pieces[from] ?? '')),
      place.map((at) => pieces.toSpliced(at, 1)),
      fc.tuple(place, place).map(([one, other]) => {
        const [first = '', second = ''] = [pieces[one], pieces[other]];
        return pieces.with(one, second).with(other, first);
      }),
      fc
        .tuple(
          place,
          fc.constantFrom('<!---->', '<![CDATA[x]]>', '&amp;', ' ', '\n', '<?x?>', '<a></a>'),
        )
        .map(([at, put]) => pieces.toSpliced(at, 0, put)),
    );
    return change.map((all) => all.join('')).filter((text) => text !== document);
  };

  test('is read exactly, or refused', () => {
    fc.assert(
      fc.property(moved(), (text) => {
        const root = unless(/^Unverified: form: /, () => parseXml(text));
        if (root !== undefined) expect(text.endsWith(canonicalXml(root))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is invalid when any part is moved, doubled or removed', () => {
    fc.assert(
      fc.property(moved(), (text) => {
        const evidence = Buffer.from(text).toString('base64');
        const verdict = verifyEvidence({ ...genuine, evidence }, expected, it.trust);
        expect(verdict.ok).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test.each(['<a>', '</a>', '<a b="', ' ', 'x', '<', ' b="c"', '<!--'])(
    'is parsed in time: a megabyte of %j',
    (unit) => {
      const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';
      for (const start of [prolog, `${prolog}<a`]) {
        expect(() => parseXml(`${start}${endless(unit)}`)).toThrow(Unverified);
      }
    },
  );
});

describe('the base64 around evidence', () => {
  test('is canonical, or refused', () => {
    const text = fc.oneof(fc.base64String(), fc.string());
    fc.assert(
      fc.property(text, (some) => {
        const bytes = decodeBase64(some);
        if (bytes === undefined) return;
        expect(btoa(String.fromCharCode(...bytes))).toBe(some);
        expect(decodeText(some) ?? bytes.toString()).toBe(bytes.toString());
      }),
      { numRuns: 500 },
    );
  });

  test.each(['A', '=', '\n', 'é'])('is decoded in time: two megabytes of %j', (unit) => {
    expect(() => readDocument(endless(unit, 2 ** 21))).toThrow(Unverified);
  });
});
