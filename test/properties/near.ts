import fc from 'fast-check';

/** A valid text with a few small changes, since parsers fail at texts that are almost valid. */
export function near(good: fc.Arbitrary<string>, alphabet: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...alphabet),
    fc.string({ maxLength: 3, unit: 'grapheme' }),
    fc.constantFrom('\0', '\r\n', '\u202E', '\uFEFF', '\uD800', '%', ' ', '٣'),
  );
  const change = fc.record({ at: fc.nat(), gone: fc.nat({ max: 2 }), put: piece });
  return fc.tuple(good, fc.array(change, { maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((before, { at, gone, put }) => {
      const place = at % (before.length + 1);
      return before.slice(0, place) + put + before.slice(place + gone);
    }, text),
  );
}

/** A valid JSON value with changes: some member is replaced, missing or new. */
export function nearJson(good: object): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('__proto__', '', null, -1, 1e300, [], {}, 'x'.repeat(300)),
  );
  const change = fc.record({ path: fc.array(fc.nat(), { maxLength: 4 }), odd, gone: fc.boolean() });
  return fc
    .array(change, { maxLength: 3 })
    .map((changes) => changes.reduce((value: unknown, one) => changed(value, one), good));
}

interface JsonChange {
  readonly path: readonly number[];
  readonly odd: unknown;
  readonly gone: boolean;
}

function changed(value: unknown, { path: [step, ...rest], odd, gone }: JsonChange): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return odd;
  const entries = Object.entries(value);
  const name = entries[step % (entries.length + 1)]?.[0];
  if (name === undefined) return Array.isArray(value) ? [...value, odd] : { ...value, odd };
  const others = entries.map(([key, member]) =>
    key === name
      ? ([key, changed(member, { path: rest, odd, gone })] as const)
      : ([key, member] as const),
  );
  const kept = others.filter(([key]) => !(gone && rest.length === 0 && key === name));
  return Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
}

/** A long text of one repeated piece: a parser that needs more than linear time never returns. */
export function endless(unit: string, length = 1024 * 1024): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
