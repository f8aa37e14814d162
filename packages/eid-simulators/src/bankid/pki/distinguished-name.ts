import { objectIdentifier, printable, sequence, set, utf8 } from './der.ts';

/** One attribute of a name: its usual abbreviation and its value. */
export type NameAttribute = readonly [keyof typeof ATTRIBUTES, string];

const ATTRIBUTES = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  serialNumber: '2.5.4.5',
  name: '2.5.4.41',
  SN: '2.5.4.4',
  GN: '2.5.4.42',
} as const;

/** A distinguished name in DER, its attributes in the given order (RFC 5280 §4.1.2.4). */
export function distinguishedName(attributes: readonly NameAttribute[]): Buffer {
  return sequence(
    ...attributes.map(([name, value]) => {
      const isPrintable = name === 'C' || name === 'serialNumber';
      const text = isPrintable ? printable(value) : utf8(value);
      return set(sequence(objectIdentifier(ATTRIBUTES[name]), text));
    }),
  );
}
