import { createHash } from 'node:crypto';

import type { Artifact, FoundArtifact } from '../../ports/artifacts.ts';
import type { Vault } from '../../ports/vault.ts';
import { personHash } from './person-hash.ts';
import { unusedMarks } from './unused-marks.ts';

/** An artifact as the database hands it out. */
export interface ArtifactRow {
  readonly payload: Buffer;
  readonly grant_id: string | null;
  readonly consumed_at: Date | null;
  readonly consumed_by: string | null;
}

/** What stands in the column `id_hash`: a copy of the table yields no id that could be used. */
export function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** Seals what a new artifact has, in the order of the statements. */
export function artifactValues(vault: Vault): (artifact: Artifact) => readonly unknown[] {
  const hashed = personHash(vault);
  const unused = unusedMarks(vault).ofArtifact;
  return ({ kind, id, grantId, expiresAt, payload, person }) => {
    const hash = hashOf(id);
    const sealed = vault.seal(JSON.stringify(payload), contextOf(kind, hash, grantId));
    const whom = person && hashed.of(person.tenantId, person.nationalId);
    return [kind, hash, grantId, sealed, expiresAt, whom, unused.of(kind, hash)];
  };
}

/** Where a row was found, and what opens it. */
interface Found {
  readonly kind: string;
  readonly hash: Buffer;
  readonly vault: Vault;
}

/** Reads an artifact. @throws when its payload does not open */
export function artifactOf(row: ArtifactRow, { kind, hash, vault }: Found): FoundArtifact {
  return {
    payload: JSON.parse(vault.open(row.payload, contextOf(kind, hash, row.grant_id))),
    consumedAt: row.consumed_at ?? undefined,
    consumedBy: row.consumed_by ?? undefined,
  };
}

function contextOf(kind: string, hash: Buffer, grantId: string | null | undefined): string {
  return `artifact.payload:${kind}:${hash.toString('base64url')}:${grantId ?? ''}`;
}
