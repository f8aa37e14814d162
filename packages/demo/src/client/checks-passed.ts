import { demoApplications } from './demo-applications.ts';
import type { PendingLogin } from './pending-login.ts';

interface Facts {
  readonly issuer: string;
  readonly idToken: string;
}

/** One sentence for each check that a finished login has passed. */
export function checksPassed(
  { choice, verifier }: PendingLogin,
  { issuer, idToken }: Facts,
): readonly string[] {
  const { alg, kid } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString());
  return [
    'state: the answer belongs to the login that this browser began',
    `signature: ${alg}, by the key ${kid} that the issuer publishes`,
    `issuer: ${issuer}`,
    `audience: ${demoApplications[choice.flow].clientId}`,
    'nonce: the ID token was made for this very login',
    'time: issued just now and not expired',
    `acr: ${choice.acr}, as asked for`,
    ...(choice.flow === 'implicit' ? [] : ['userinfo: tells of the same person']),
    ...(choice.flow === 'hybrid'
      ? ['c_hash: the code is the one that came with the first ID token']
      : []),
    ...(verifier === undefined ? [] : ['PKCE: the code was of use to us only']),
  ];
}
