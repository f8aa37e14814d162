import type { Adapter } from 'oidc-provider';

import type { GiveResult } from './give-result.ts';

interface Deps {
  readonly giveResult: GiveResult;
  /** Where codes are kept. */
  readonly codes: Adapter;
}

/**
 * Codes. Storing one hands the result of its login out. The code comes first, so that a fault in between loses
 * nothing: nobody knows that code yet, and the login can still be finished.
 */
export function codeAdapter({ giveResult, codes }: Deps): Adapter {
  return {
    ...codes,
    async upsert(id, payload, expiresIn) {
      await codes.upsert(id, payload, expiresIn);
      try {
        await giveResult(payload.grantId ?? '', payload.clientId ?? '');
      } catch (error) {
        await codes.destroy(id);
        throw error;
      }
    },
  };
}
