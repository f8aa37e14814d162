import { randomUUID } from 'node:crypto';

import { ASSERTION_TYPE } from '@eid-broker/testing/client-assertion';
import { basic } from '@eid-broker/testing/token-endpoint';
import { SignJWT } from 'jose';

import { singleUse } from '../history/event.ts';
import type { Runtime } from './runtime.ts';

/** How an application proves itself in one request. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** What the proof spends, if it counts once. */
  readonly spends: readonly string[];
}

/** Applications whose name ends so have a key, public ones nothing, all others the secret. */
const WITH_KEY = /-jwt$/;
const PUBLIC: readonly string[] = ['spa', 'page'];

/** New ones: an assertion is made for each request. */
export async function credentialsOf(
  { clients, issuer, canaries }: Pick<Runtime, 'clients' | 'issuer' | 'canaries'>,
  clientId: string,
): Promise<Credentials> {
  if (PUBLIC.includes(clientId)) {
    return { headers: {}, fields: { client_id: clientId }, spends: [] };
  }
  if (!WITH_KEY.test(clientId)) {
    return { headers: basic(clientId, clients.secret), fields: {}, spends: [] };
  }
  const jti = randomUUID();
  const assertion = await new SignJWT({ jti })
    .setProtectedHeader({ alg: 'ES256', kid: 'client' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(clients.privateKey);
  canaries.add(assertion);
  const fields = { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
  return { headers: {}, fields, spends: [singleUse('jti', `${clientId} ${jti}`)] };
}
