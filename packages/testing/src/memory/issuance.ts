import type { Issuance } from 'eid-broker/ports/artifacts';
import type { Authentications } from 'eid-broker/ports/authentications';

import type { MemoryArtifacts } from './artifacts.ts';

interface Deps {
  readonly authentications: Authentications;
  readonly artifacts: MemoryArtifacts;
}

/** Over the attempts and artifacts of one process: condition and change are one step. */
export function memoryIssuance({ authentications, artifacts }: Deps): Issuance {
  return {
    async findWithGrant(kind, id) {
      const artifact = await artifacts.find(kind, id);
      if (artifact === undefined) return undefined;
      const grantId = artifacts.grantIdOf(kind, id);
      const grant = grantId === undefined ? undefined : await authentications.find(grantId);
      return { artifact, grant };
    },

    async issue({ id }, at, { stored, login }) {
      if ((await authentications.consumeResult(id, at)) === undefined) return false;
      if (stored !== undefined) await artifacts.put(stored);
      if (login !== undefined) await artifacts.remove(login.kind, login.id);
      return true;
    },

    async exchange({ kind, id }, at, stored) {
      if (!(await artifacts.consume(kind, id, at))) return false;
      await artifacts.put(stored);
      return true;
    },
  };
}
