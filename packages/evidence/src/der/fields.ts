import { type Der, elementsIn, tags } from './der.ts';

/** Reads the fields of a SEQUENCE in order. */
export interface Fields {
  /** The next field. @throws {Error} it has another tag, or there is none */
  take(...tags: readonly number[]): Der;
  /** The next field if it has this tag. */
  takeIf(tag: number): Der | undefined;
  /** @throws {Error} unless every field was read */
  end(): void;
}

/** The fields of a SEQUENCE. @throws {Error} it is none */
export function fieldsOf(sequence: Der): Fields {
  const elements = elementsOf(sequence);
  let at = 0;
  function takeIf(...wanted: readonly number[]): Der | undefined {
    const next = elements[at];
    if (next === undefined || !wanted.includes(next.tag)) return undefined;
    at += 1;
    return next;
  }
  return {
    takeIf,
    take(...wanted) {
      const field = takeIf(...wanted);
      if (field === undefined) throw new Error('DER: a field is missing');
      return field;
    },
    end() {
      if (at < elements.length) throw new Error('DER: a field too many');
    },
  };
}

/** The elements of a SEQUENCE. @throws {Error} it is none */
export function elementsOf(sequence: Der): readonly Der[] {
  return elementsIn(expectTag(sequence, tags.sequence));
}

/** The single inner element, for EXPLICIT tags. @throws {Error} there is not exactly one */
export function onlyElementIn(element: Der): Der {
  const [only, ...others] = elementsIn(element);
  if (only === undefined || others.length > 0) throw new Error('DER: not exactly one element');
  return only;
}

/** The element itself. @throws {Error} it has another tag */
export function expectTag(element: Der, tag: number): Der {
  if (element.tag !== tag) throw new Error('DER: another tag was expected');
  return element;
}
