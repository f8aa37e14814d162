import Provider, { type Adapter } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { HandOut } from '../../../flows/order/hand-out.ts';
import { loginIsOver } from './login-over.ts';

interface Deps {
  readonly domain: Domain;
  readonly handOut: HandOut;
  /** Where the library's interactions are kept. */
  readonly logins: Adapter;
}

/** Gives the result of a login away: after it the login cannot be finished again. */
export interface GiveResult {
  /** @throws when it was given away before: told on a page */
  (authenticationId: string, clientId: string): Promise<void>;
}

/** Happens once: of two requests that race to here one learns that the login is over. */
export function makeGiveResult({ domain, handOut, logins }: Deps): GiveResult {
  return async function giveResult(authenticationId, clientId) {
    const given = await handOut(authenticationId, { issuer: domain.issuer, clientId });
    if (given === undefined) throw loginIsOver();
    const login = Provider.ctx?.oidc.entities.Interaction;
    if (login !== undefined) await logins.destroy(login.jti);
  };
}
