import type { Schema } from 'yup';

import type { EidVariant } from '../../ports/eid.ts';

/**
 * What the file check must know of an eID. In its settings schema, `meta({ secret: true })` marks what must
 * come from a file or the environment, and `meta({ doc: '…' })` is printed in the documentation.
 */
export interface KnownEid {
  readonly offer: { readonly name: string; readonly variants: readonly EidVariant[] };
  readonly settings: Schema;
  /** Whether the settings lead to a simulator. @throws on unusable settings */
  isSimulated(settings: unknown): boolean;
}

/** The eID of that name; undefined when there is none. */
export function knownEid(
  name: string | undefined,
  eids: readonly KnownEid[],
): KnownEid | undefined {
  return eids.find(({ offer }) => offer.name === name);
}

/** Every acr value of an eID. */
export function acrValuesOf({ offer }: KnownEid): string[] {
  return offer.variants.map(({ acr }) => acr);
}
