// Prints a client assertion (private_key_jwt) for one request:
//   node scripts/make-client-assertion.mjs PRIVATE_KEY.jwk.json CLIENT_ID ISSUER
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { importJWK, SignJWT } from 'jose';

const [keyFile, clientId, issuer] = process.argv.slice(2);
if (issuer === undefined) {
  process.stderr.write('Usage: make-client-assertion.mjs PRIVATE_KEY.jwk.json CLIENT_ID ISSUER\n');
  process.exit(2);
}

const jwk = JSON.parse(readFileSync(keyFile, 'utf8'));
const assertion = await new SignJWT({ jti: randomUUID() })
  .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid })
  .setIssuer(clientId)
  .setSubject(clientId)
  .setAudience(issuer)
  .setIssuedAt()
  .setExpirationTime('1m')
  .sign(await importJWK(jwk));
process.stdout.write(`${assertion}\n`);
