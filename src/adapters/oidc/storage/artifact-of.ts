import type { AdapterPayload } from 'oidc-provider';

import type { JsonObject } from '../../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../../domain/lifetimes.ts';
import type { Artifact } from '../../../ports/artifacts.ts';

/** What the library wants to have stored. */
export interface Upsert {
  readonly id: string;
  readonly payload: AdapterPayload;
  /** In seconds; undefined: as long as anything is asked for. */
  readonly expiresIn: number | undefined;
}

/** As we store it, under that kind. The id itself is the secret: it is not stored a second time inside the payload. */
export function artifactOf(kind: string, { id, payload, expiresIn }: Upsert, now: Date): Artifact {
  const { jti: _id, ...rest } = payload;
  return {
    kind,
    id,
    grantId: payload.grantId,
    expiresAt: secondsAfter(now, expiresIn ?? lifetimes.retention),
    payload: JSON.parse(JSON.stringify(rest)) as JsonObject,
  };
}
