import { type Der, readDer, tags } from '../der/der.ts';
import { elementsOf, fieldsOf } from '../der/fields.ts';
import { bitNumbers, boolean, objectIdentifier, smallInteger } from '../der/values.ts';

/** The used extensions of a certificate (RFC 5280 §4.2). */
export interface Extensions {
  readonly isAuthority: boolean;
  /** The permitted number of authorities between this one and the person; undefined for any number. */
  readonly pathLength: number | undefined;
  /** Bit numbers, see `keyUses`; undefined: not limited. */
  readonly keyUsage: ReadonlySet<number> | undefined;
  readonly extendedKeyUsage: readonly string[];
  readonly policies: readonly string[];
  /** The value of an extension that is not understood here; undefined when it is absent. */
  readonly contentOf: (id: string) => Buffer | undefined;
}

/** Bit numbers of keyUsage (RFC 5280 §4.2.1.3). */
export const keyUses = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  dataEncipherment: 3,
  certSign: 5,
} as const;

/** One extension of a certificate or of an OCSP response. */
export interface Extension {
  readonly id: string;
  readonly isCritical: boolean;
  readonly value: Buffer;
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const POLICIES = '2.5.29.32';
const UNDERSTOOD = [BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, POLICIES];

/** A list of extensions. @throws {Error} malformed, or one is repeated */
export function readExtensions(list: Der): readonly Extension[] {
  const extensions = elementsOf(list).map(readExtension);
  if (new Set(extensions.map(({ id }) => id)).size < extensions.length) {
    throw new Error('an extension stands there twice');
  }
  return extensions;
}

/** Parses the extensions. @throws {Error} malformed, or an unknown critical one */
export function understandExtensions(extensions: readonly Extension[]): Extensions {
  if (extensions.some(({ id, isCritical }) => isCritical && !UNDERSTOOD.includes(id))) {
    throw new Error('a critical extension that is not understood');
  }
  const contentOf = (id: string) => extensions.find((extension) => extension.id === id)?.value;
  const find = (id: string) => {
    const value = contentOf(id);
    return value && readDer(value);
  };
  const [keyUsage, purposes, policies] = [KEY_USAGE, EXTENDED_KEY_USAGE, POLICIES].map(find);
  return {
    ...readBasicConstraints(find(BASIC_CONSTRAINTS)),
    keyUsage: keyUsage && bitNumbers(keyUsage),
    extendedKeyUsage: purposes === undefined ? [] : elementsOf(purposes).map(objectIdentifier),
    policies: policies === undefined ? [] : elementsOf(policies).map(readPolicy),
    contentOf,
  };
}

function readExtension(element: Der): Extension {
  const fields = fieldsOf(element);
  const id = objectIdentifier(fields.take(tags.objectIdentifier));
  const critical = fields.takeIf(tags.boolean);
  const { content: value } = fields.take(tags.octetString);
  fields.end();
  return { id, isCritical: critical !== undefined && boolean(critical), value };
}

function readBasicConstraints(value: Der | undefined) {
  if (value === undefined) return { isAuthority: false, pathLength: undefined };
  const fields = fieldsOf(value);
  const authority = fields.takeIf(tags.boolean);
  const length = fields.takeIf(tags.integer);
  fields.end();
  return {
    isAuthority: authority !== undefined && boolean(authority),
    pathLength: length && smallInteger(length),
  };
}

/** Its qualifiers, if any, are texts for people. */
function readPolicy(element: Der): string {
  return objectIdentifier(fieldsOf(element).take(tags.objectIdentifier));
}
