import Provider, { type Adapter } from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { HandOut } from '../../flows/order/hand-out.ts';
import { loginIsOver } from './login-over.ts';

interface Deps {
  readonly domain: Domain;
  readonly handOut: HandOut;
  /** Where codes are kept, and where logins are. */
  readonly codes: Adapter;
  readonly logins: Adapter;
}

/**
 * Codes. Storing one hands the result of its login out, which happens once: of two requests that race to
 * here one gives its code away again. The code comes first, so that a fault in between loses nothing: nobody
 * knows that code yet, and the login can still be finished.
 */
export function codeAdapter({ domain, handOut, codes, logins }: Deps): Adapter {
  return {
    ...codes,
    async upsert(id, payload, expiresIn) {
      await codes.upsert(id, payload, expiresIn);
      const recipient = { issuer: domain.issuer, clientId: payload.clientId ?? '' };
      if ((await handOut(payload.grantId ?? '', recipient)) === undefined) {
        await codes.destroy(id);
        throw loginIsOver();
      }
      const login = Provider.ctx?.oidc.entities.Interaction;
      if (login !== undefined) await logins.destroy(login.jti);
    },
  };
}

/** Logins. One that ended well stays until its code is stored, whatever the library thinks. */
export function loginAdapter(logins: Adapter): Adapter {
  return {
    ...logins,
    async destroy(id) {
      const result = Provider.ctx?.oidc.entities.Interaction?.result;
      if (result?.login === undefined) await logins.destroy(id);
    },
  };
}
