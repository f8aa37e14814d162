import { type Der, elementsIn, tags } from '../der/der.ts';
import { elementsOf, expectTag } from '../der/fields.ts';
import { objectIdentifier, text } from '../der/values.ts';

/** The used attributes of a name. */
export const nameAttributes = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  givenName: '2.5.4.42',
} as const;

/** The value of an attribute in a name; undefined when there is none, several, or not a plain text. */
export function valueIn(name: Der, attribute: string): string | undefined {
  const values = elementsOf(name)
    .flatMap((set) => elementsIn(expectTag(set, tags.set)))
    .map(readAttribute)
    .filter(({ id }) => id === attribute);
  return values.length === 1 ? values[0]?.value : undefined;
}

function readAttribute(element: Der) {
  const [type, value, ...others] = elementsOf(element);
  if (type === undefined || value === undefined || others.length > 0) {
    throw new Error('DER: not an attribute of a name');
  }
  return { id: objectIdentifier(type), value: text(value) };
}
