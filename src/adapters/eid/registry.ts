import type { Acr } from '../../domain/acr.ts';
import type { EidModule } from './eid-module.ts';
import { seBankId } from './se-bankid/open.ts';

/** The eIDs of this service, one line each. */
export const eidModules: readonly EidModule[] = [seBankId];

const NAMES: ReadonlyMap<Acr, string> = new Map(
  eidModules.flatMap(({ offer }) => offer.variants.map(({ acr }) => [acr, offer.name])),
);

/** The names of all eIDs. */
export const eidNames: readonly string[] = [...new Set(NAMES.values())];

/** The name of the eID behind an acr value. */
export function eidOf(acr: Acr): string {
  return NAMES.get(acr) ?? 'unknown';
}
