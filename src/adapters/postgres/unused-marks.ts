import type { ArtifactName } from '../../ports/artifacts.ts';
import type { Vault } from '../../ports/vault.ts';
import { keyedHash } from './keyed-hash.ts';

/**
 * What stands in a column `unused`: the right to use the row once. Using it takes the mark away, and nobody without the
 * key can put one there: clearing a timestamp does not make a row usable again.
 */
export function unusedMarks(vault: Pick<Vault, 'deriveKeys'>) {
  const hash = keyedHash(vault, 'unused');
  return {
    /** Of an attempt, by its id: its result has not been given out. */
    ofAttempt: {
      of: (id: string) => hash.of(`authentication:${id}`),
      all: (id: string) => hash.all(`authentication:${id}`),
    },
    /** Of an artifact, by its kind and the hash of its id: it has not been consumed. */
    ofArtifact: {
      of: (kind: string, idHash: Buffer) => hash.of(textOf(kind, idHash)),
      all: ({ kind }: Pick<ArtifactName, 'kind'>, idHash: Buffer) => hash.all(textOf(kind, idHash)),
    },
  };
}

function textOf(kind: string, idHash: Buffer): string {
  return `artifact:${idHash.toString('base64url')}:${kind}`;
}
