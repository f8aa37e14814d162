import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';

import { type JsonObject, parseJsonObject } from '../../domain/json.ts';

/**
 * Verifies the evidence in a token with given roots: without the service's keys and without the network.
 */
export interface OfflineEvidence {
  /** True when the claims contain evidence of this eID. */
  isIn(claims: JsonObject): boolean;
  /** Where to get the roots, in a sentence. */
  readonly whereRootsAre: string;
  /** A verifier that trusts the roots of a PEM text; undefined when the text has no usable root. */
  trusting(roots: string): ((held: HeldEvidence) => EvidenceReport) | undefined;
}

/** The evidence to verify, and the expectations. */
export interface HeldEvidence {
  readonly claims: JsonObject;
  /** The text that the eID must have shown; undefined: any. */
  readonly text: string | undefined;
  /** The time at which the evidence must be new; undefined: any. */
  readonly now: Date | undefined;
}

/** The result of a verification. */
export type EvidenceReport =
  | {
      readonly holds: true;
      /** The proven facts, for programs. */
      readonly facts: JsonObject;
      /** The proven facts as lines of text, for people. */
      readonly texts: readonly string[];
    }
  | {
      readonly holds: false;
      /** The failed step of the verification. */
      readonly step: string;
      readonly reason: string;
    };

/** The claims of an ID token (a signed JWT), or of userinfo as JSON. Undefined when it is neither. */
export function readClaims(given: string): JsonObject | undefined {
  const text = given.trim();
  return text.startsWith('{') ? parseJsonObject(text) : claimsOfToken(text);
}

/** True when one of these keys signed the token. */
export async function isSignedByOneOf(jwks: string, token: string): Promise<boolean> {
  try {
    const keys = createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet);
    await compactVerify(token.trim(), keys);
    return true;
  } catch {
    return false;
  }
}

function claimsOfToken(text: string): JsonObject | undefined {
  const [, payload, , ...more] = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) ? text.split('.') : [];
  if (payload === undefined || more.length > 0) return undefined;
  return parseJsonObject(Buffer.from(payload, 'base64url').toString('utf8'));
}
