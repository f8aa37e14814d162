import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../ports/runtime.ts';

/** How long keys serve without a question, in seconds: a key that was removed is refused after that. */
const FRESH = 5 * 60;
/** How much longer they serve while no answer comes. */
const STALE = 10 * 60;
/** Between two questions; doubled with each failure in a row. */
const SHORTEST_WAIT = 60;
const LONGEST_WAIT = 5 * 60;

/** What is looked for at the URL. */
interface Sought {
  /** The `kid` of each signature to be verified; undefined where it names none. */
  readonly kids: readonly (string | undefined)[];
  /** Whether the URL may be one of this machine. */
  readonly ownMachine: boolean;
}

/** The text behind a URL that an application chose. @throws when it cannot, or must not, be had */
export type FetchText = (url: string, allowed: { readonly ownMachine: boolean }) => Promise<string>;

interface Deps {
  readonly fetchText: FetchText;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is known of one URL. Moments are in seconds. */
interface Known {
  keys: readonly JsonObject[];
  answeredAt: number;
  askedAt: number;
  failures: number;
  /** The question under way: callers at the same time share it. */
  leaseRequest: Promise<void> | undefined;
}

/**
 * The keys at a URL, remembered in this process. It asks again when they are old, or a `kid` is not among them: at most
 * once a minute a URL, whoever calls how often. Never rejects: without an answer the last one serves for a
 * while, then there are no keys.
 */
export function publishedKeys({ fetchText, clock, log }: Deps) {
  const knownUrls = new Map<string, Known>();

  return async function keysAt(url: string, sought: Sought): Promise<readonly JsonObject[]> {
    const id = `${sought.ownMachine} ${url}`;
    const known = knownUrls.get(id) ?? nothingYet();
    knownUrls.set(id, known);
    if (!isEnough(known, sought.kids, now())) {
      if (known.leaseRequest === undefined && now() >= known.askedAt + waitOf(known)) {
        known.leaseRequest = ask(url, sought.ownMachine, known).finally(() => {
          known.leaseRequest = undefined;
        });
      }
      await known.leaseRequest;
    }
    return now() < known.answeredAt + FRESH + STALE ? known.keys : [];
  };

  async function ask(url: string, ownMachine: boolean, known: Known): Promise<void> {
    known.askedAt = now();
    try {
      known.keys = signatureKeys(await fetchText(url, { ownMachine }));
      known.answeredAt = now();
      known.failures = 0;
    } catch (cause) {
      known.failures += 1;
      log.warn('key-set.unavailable', { host: hostOf(url), reason: reasonOf(cause) });
    }
  }

  function now(): number {
    return clock().getTime() / 1000;
  }
}

function nothingYet(): Known {
  const never = Number.NEGATIVE_INFINITY;
  return { keys: [], answeredAt: never, askedAt: never, failures: 0, leaseRequest: undefined };
}

/** A signature that names no key may be one of a new key, which nothing but asking tells. */
function isEnough({ keys, answeredAt }: Known, kids: Sought['kids'], now: number): boolean {
  if (now >= answeredAt + FRESH) return false;
  return kids.every((kid) => kid !== undefined && keys.some((key) => key.kid === kid));
}

function waitOf({ failures }: Known): number {
  return Math.min(SHORTEST_WAIT * 2 ** Math.max(failures - 1, 0), LONGEST_WAIT);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no URL';
}

/** Of a syntax error the name alone: its message quotes what was fetched. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return cause instanceof SyntaxError ? 'not JSON' : cause.message.slice(0, 200);
}

const MOST_KEYS = 20;
const LONGEST_KID = 256;
const SMALLEST_RSA_BITS = 2048;
const BIGGEST_RSA_BITS = 8192;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** What a key of each type may say that it is for. */
const ALGORITHMS = new Map<unknown, readonly unknown[]>([
  ['RSA', [undefined, 'RS256', 'PS256']],
  ['EC', [undefined, 'ES256']],
]);

/**
 * The keys of a JWK set that may verify signatures for us: RSA of 2048 to 8192 bits, or P-256, public. Others,
 * which an application may have for others, are left out.
 * @throws when the text is no JWK set, or one of more than 20 keys
 */
export function signatureKeys(text: string): readonly JsonObject[] {
  const set: unknown = JSON.parse(text);
  if (!isJsonObject(set) || !Array.isArray(set.keys)) throw new Error('not a JWK set');
  if (set.keys.length > MOST_KEYS) throw new Error(`more than ${MOST_KEYS} keys`);
  return set.keys.map(signatureKey).filter((key) => key !== undefined);
}

/** The key with nothing but what verifying takes. */
function signatureKey(jwk: unknown): JsonObject | undefined {
  if (!isJsonObject(jwk) || PRIVATE_MEMBERS.some((member) => member in jwk)) return undefined;
  const { kty, use = 'sig', alg, kid, key_ops: uses = ['verify'] } = jwk;
  if (use !== 'sig' || !Array.isArray(uses) || !uses.includes('verify')) return undefined;
  if (!ALGORITHMS.get(kty)?.includes(alg)) return undefined;
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > LONGEST_KID)) {
    return undefined;
  }
  const key = publicKeyOf(jwk);
  if (key === undefined || !isStrong(key)) return undefined;
  const members = key.export({ format: 'jwk' }) as JsonObject;
  return {
    ...members,
    use: 'sig',
    ...(kid !== undefined && { kid }),
    ...(alg !== undefined && { alg }),
  };
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { namedCurve, modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1';
  // With an exponent of 1 everything is its own signature.
  if (publicExponent < 3n || publicExponent % 2n === 0n) return false;
  return modulusLength >= SMALLEST_RSA_BITS && modulusLength <= BIGGEST_RSA_BITS;
}

/** Undefined when the members make no key. */
function publicKeyOf(jwk: JsonObject): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}
