import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';

import { type JsonObject, parseJsonObject } from '../../domain/json.ts';

/**
 * Verifies evidence for anyone who holds a token: with roots that they trust, without our keys, without the
 * network.
 */
export interface OfflineEvidence {
  /** Whether the claims carry evidence of this eID. */
  isIn(claims: JsonObject): boolean;
  /** Where to get the roots, in a sentence. */
  readonly whereRootsAre: string;
  /** Takes the roots from a PEM text; undefined when it holds none that can be used. */
  trusting(roots: string): ((held: HeldEvidence) => EvidenceReport) | undefined;
}

/** Evidence as somebody holds it. */
export interface HeldEvidence {
  readonly claims: JsonObject;
  /** The text that must have been shown; undefined: any. */
  readonly text: string | undefined;
  /** The time at which the evidence must be new; undefined: any. */
  readonly now: Date | undefined;
}

/** What came of it. */
export type EvidenceReport =
  | {
      readonly holds: true;
      /** What the evidence proves, for programs. */
      readonly facts: JsonObject;
      /** The same for people, as lines. */
      readonly texts: readonly string[];
    }
  | {
      readonly holds: false;
      /** Which step of the verification failed, and on what. */
      readonly step: string;
      readonly reason: string;
    };

/** The claims of an ID token (a signed JWT), or of userinfo as JSON. Undefined when it is neither. */
export function readClaims(given: string): JsonObject | undefined {
  const text = given.trim();
  return text.startsWith('{') ? parseJsonObject(text) : claimsOfToken(text);
}

/** Whether one of these keys signed the token. */
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
