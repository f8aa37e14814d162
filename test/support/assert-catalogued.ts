import { entryNamed } from '../../src/adapters/oidc/errors/catalogue.ts';
import type { LogLine } from './broker.ts';

/** The characters that a description may hold (RFC 6749 §5.2). */
const DESCRIPTION = /^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/;

/**
 * @throws when the key or the code of a refusal is not in the catalogue, or its description has forbidden characters
 */
export function assertCatalogued(lines: readonly LogLine[]): void {
  const unknown = lines
    .filter(({ event }) => event === 'request.refused')
    .filter(({ facts }) => !isCatalogued(facts));
  if (unknown.length === 0) return;
  const list = new Set(
    unknown.map(({ facts: { key, code, description } }) => `${key}, ${code}: ${description ?? ''}`),
  );
  throw new Error(`not in the catalogue of errors:\n${[...list].join('\n')}`);
}

function isCatalogued({ key, code, description }: LogLine['facts']): boolean {
  const entry = entryNamed(String(key));
  if (entry === undefined || ![entry.error, entry.otherError].includes(String(code))) return false;
  const text = String(description ?? '');
  return DESCRIPTION.test(text) && patternOf(entry.description ?? '').test(text);
}

function patternOf(description: string): RegExp {
  const parts = description
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[^\w\s]/g, (character) => `\\${character}`));
  return new RegExp(`^${parts.join('.+')}$`);
}
