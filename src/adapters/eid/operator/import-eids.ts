import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Failure } from '../../../domain/failure.ts';
import type { EidModule } from '../eid-module.ts';
import { nationalNumbers } from '../national-numbers/national-numbers.ts';
import { oidcModule } from '../protocols/oidc/oidc-module.ts';
import * as rowClaims from '../protocols/oidc/row-claims.ts';
import * as otherParts from '../protocols/oidc/row-parts.ts';

const rowParts = { ...otherParts, ...rowClaims } as const;

/**
 * The code of this service that a coded eID needs. It is passed as an argument: another copy of `Failure`, from another
 * installation, would not be recognized.
 */
export const eidKit = { Failure, nationalNumbers, oidcModule, rowParts } as const;

/** What the default export of an eID's package receives. */
export type EidKit = typeof eidKit;

/** The default export of an eID's package. */
export type MakeEids = (kit: EidKit) => EidModule | readonly EidModule[];

/** A package that cannot be used as an eID. */
export class UnusableEidPackage extends Error {}

/**
 * Imports the eIDs of other packages: names, or paths of files, relative to the folder. A package is searched as Node.js
 * does for a file in the folder.
 * @throws {UnusableEidPackage}
 */
export async function importEids(
  specifiers: readonly string[],
  folder: string,
): Promise<readonly EidModule[]> {
  const imported = await Promise.all(specifiers.map((specifier) => eidsOf(specifier, folder)));
  return imported.flat();
}

async function eidsOf(specifier: string, folder: string): Promise<readonly EidModule[]> {
  const { default: make } = await importFrom(specifier, folder);
  if (typeof make !== 'function') {
    throw new UnusableEidPackage(`${specifier} has no function as its default export`);
  }
  const eids = [make(eidKit)].flat();
  const unusable = eids.findIndex((eid) => !isEidModule(eid));
  if (unusable === -1) return eids;
  throw new UnusableEidPackage(`eID ${unusable + 1} of ${specifier} is not an eID module`);
}

async function importFrom(specifier: string, folder: string): Promise<{ default?: unknown }> {
  const isPath = /^\.{0,2}\//.test(specifier);
  try {
    const file = isPath
      ? resolve(folder, specifier)
      : createRequire(join(folder, 'package.json')).resolve(specifier);
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    throw new UnusableEidPackage(`${specifier} cannot be imported: ${String(cause)}`, { cause });
  }
}

function isEidModule(value: unknown): value is EidModule {
  if (typeof value !== 'object' || value === null) return false;
  const { offer, scheme, settings, open, isSimulated } = value as Partial<EidModule>;
  return (
    typeof offer?.name === 'string' &&
    Array.isArray(offer.variants) &&
    typeof scheme === 'string' &&
    typeof settings?.validateSync === 'function' &&
    typeof open === 'function' &&
    typeof isSimulated === 'function'
  );
}
