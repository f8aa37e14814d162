import { randomUUID } from 'node:crypto';

import { ASSERTION_TYPE } from '@eid-broker/testing/client-assertion';
import { basic } from '@eid-broker/testing/token-endpoint';
import { SignJWT } from 'jose';

import { singleUse } from '../history/event.ts';
import type { Runtime } from './runtime.ts';

/** The client authentication of one request. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** The single-use values of the credentials. */
  readonly spends: readonly string[];
}

/** Clients with these name endings have a key or no credentials, all others the secret. */
const WITH_KEY = /-jwt$/;
const PUBLIC: readonly string[] = ['spa', 'page'];

/** New credentials: each request has its own assertion. */
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
