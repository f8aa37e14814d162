import type { TriedRequest } from '../../api/try-login.ts';
import { type SigningFacts, signedJwt } from './signed-jwt.ts';

/** How the application proves who it is. It stays in this screen's memory: nothing stores it. */
export type ClientProof =
  | { readonly kind: 'none' }
  | { readonly kind: 'secret'; readonly secret: string }
  /** A private JWK. It never leaves the browser: the assertion that it signs does. */
  | { readonly kind: 'key'; readonly jwk: string };

/** A proof to be typed. */
export function emptyProof(kind: ClientProof['kind']): ClientProof {
  switch (kind) {
    case 'none':
      return { kind };
    case 'secret':
      return { kind, secret: '' };
    case 'key':
      return { kind, jwk: '' };
  }
}

/** The members of a request that carry the proof. @throws {Error} that says what is wrong with a key */
export async function proofOf(
  proof: ClientProof,
  facts: SigningFacts,
): Promise<Pick<TriedRequest, 'clientSecret' | 'parameters'>> {
  switch (proof.kind) {
    case 'none':
      return {};
    case 'secret':
      return { clientSecret: proof.secret };
    case 'key':
      return {
        parameters: {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          // RFC 7523, with the issuer alone as audience.
          client_assertion: await signedJwt(proof.jwk, { sub: facts.clientId }, facts),
        },
      };
  }
}
