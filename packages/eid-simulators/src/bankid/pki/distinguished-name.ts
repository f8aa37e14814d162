import {
  AttributeTypeAndValue,
  AttributeValue,
  Name,
  RelativeDistinguishedName,
} from '@peculiar/asn1-x509';

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

/** A distinguished name, with its attributes in the given order (RFC 5280 §4.1.2.4). */
export function distinguishedName(attributes: readonly NameAttribute[]): Name {
  return new Name(
    attributes.map(([name, text]) => {
      const isPrintable = name === 'C' || name === 'serialNumber';
      const value = new AttributeValue(
        isPrintable ? { printableString: text } : { utf8String: text },
      );
      return new RelativeDistinguishedName([
        new AttributeTypeAndValue({ type: ATTRIBUTES[name], value }),
      ]);
    }),
  );
}
