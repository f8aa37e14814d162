import { entryOf } from '../../src/adapters/oidc/errors/catalogue.ts';
import type { LogLine } from './broker.ts';

/** What a description may hold (RFC 6749 §5.2). */
const DESCRIPTION = /^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/;

/** @throws when a refusal was told that the catalogue does not explain, or in letters that no client must expect */
export function assertCatalogued(lines: readonly LogLine[]): void {
  const told = lines
    .filter(({ event }) => event === 'request.refused')
    .map(({ facts }) => ({
      code: String(facts.code),
      description: facts.description === undefined ? undefined : String(facts.description),
    }));
  const unknown = told.filter(
    ({ code, description }) =>
      entryOf(code, description) === undefined || !DESCRIPTION.test(description ?? ''),
  );
  if (unknown.length === 0) return;
  const list = new Set(unknown.map(({ code, description }) => `${code}: ${description ?? ''}`));
  throw new Error(`not in the catalogue of errors:\n${[...list].join('\n')}`);
}
