import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../ports/runtime.ts';

/** Seconds for which keys are valid without another fetch. A key that was removed is refused after that. */
const FRESH = 5 * 60;
/** Further seconds for which they are valid while the URL does not answer. */
const STALE = 10 * 60;
/** Seconds between two fetches; doubled with each failure in a row. */
const MIN_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 5 * 60;

/** The use of the keys at the URL. */
interface KeyRequest {
  /** The `kid` of each signature to verify; undefined for a signature without one. */
  readonly kids: readonly (string | undefined)[];
  /** Whether the URL may be one of this machine. */
  readonly ownMachine: boolean;
}

/** Fetches the text at a URL that an application chose. @throws when it cannot, or must not, be fetched */
export type FetchText = (url: string, allowed: { readonly ownMachine: boolean }) => Promise<string>;

interface Deps {
  readonly fetchText: FetchText;
  readonly clock: Clock;
  readonly log: Log;
}

/** The cached keys of one URL. Moments are in seconds. */
interface CachedKeys {
  keys: readonly JsonObject[];
  answeredAt: number;
  fetchedAt: number;
  failures: number;
  /** The fetch under way: concurrent callers share it. */
  underWay: Promise<void> | undefined;
}

/**
 * The keys at a URL, cached in this process. They are fetched again when they are old or lack a `kid`: at most once a
 * minute for each URL, however many calls come. Never rejects: without an answer the last keys are valid for a while, then
 * there are none.
 */
export function publishedKeys({ fetchText, clock, log }: Deps) {
  const cache = new Map<string, CachedKeys>();

  return async function keysAt(
    url: string,
    { kids, ownMachine }: KeyRequest,
  ): Promise<readonly JsonObject[]> {
    const id = `${ownMachine} ${url}`;
    const cached = cache.get(id) ?? neverFetched();
    cache.set(id, cached);
    if (!isEnough(cached, kids, now())) {
      if (cached.underWay === undefined && now() >= cached.fetchedAt + waitOf(cached)) {
        cached.underWay = refresh(url, ownMachine, cached).finally(() => {
          cached.underWay = undefined;
        });
      }
      await cached.underWay;
    }
    return now() < cached.answeredAt + FRESH + STALE ? cached.keys : [];
  };

  async function refresh(url: string, ownMachine: boolean, cached: CachedKeys): Promise<void> {
    cached.fetchedAt = now();
    try {
      cached.keys = signatureKeys(await fetchText(url, { ownMachine }));
      cached.answeredAt = now();
      cached.failures = 0;
    } catch (cause) {
      cached.failures += 1;
      log.warn('key-set.unavailable', { host: hostOf(url), reason: reasonOf(cause) });
    }
  }

  function now(): number {
    return clock().getTime() / 1000;
  }
}

function neverFetched(): CachedKeys {
  const never = Number.NEGATIVE_INFINITY;
  return { keys: [], answeredAt: never, fetchedAt: never, failures: 0, underWay: undefined };
}

/** A signature without a `kid` may be made with a new key: only a fetch can show that. */
function isEnough(
  { keys, answeredAt }: CachedKeys,
  kids: KeyRequest['kids'],
  now: number,
): boolean {
  if (now >= answeredAt + FRESH) return false;
  return kids.every((kid) => kid !== undefined && keys.some((key) => key.kid === kid));
}

function waitOf({ failures }: CachedKeys): number {
  return Math.min(MIN_WAIT_SECONDS * 2 ** Math.max(failures - 1, 0), MAX_WAIT_SECONDS);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no URL';
}

/** Without the message of a syntax error: it quotes the fetched text. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return cause instanceof SyntaxError ? 'not JSON' : cause.message.slice(0, 200);
}

const MAX_KEYS = 20;
const MAX_KID_LENGTH = 256;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** The algorithms that a key of each type may name. */
const ALGORITHMS = new Map<unknown, readonly unknown[]>([
  ['RSA', [undefined, 'RS256', 'PS256']],
  ['EC', [undefined, 'ES256']],
]);

/**
 * The keys of a JWK set that may verify signatures here: public ones, RSA of 2048 to 8192 bits or P-256. Others are left
 * out: an application may use them elsewhere.
 * @throws when the text is not a JWK set, or has more than 20 keys
 */
export function signatureKeys(text: string): readonly JsonObject[] {
  const set: unknown = JSON.parse(text);
  if (!isJsonObject(set) || !Array.isArray(set.keys)) throw new Error('not a JWK set');
  if (set.keys.length > MAX_KEYS) throw new Error(`more than ${MAX_KEYS} keys`);
  return set.keys.map(signatureKey).filter((key) => key !== undefined);
}

/** The key with only the members that verify a signature. */
function signatureKey(jwk: unknown): JsonObject | undefined {
  if (!isJsonObject(jwk) || PRIVATE_MEMBERS.some((member) => member in jwk)) return undefined;
  const { kty, use = 'sig', alg, kid, key_ops: uses = ['verify'] } = jwk;
  if (use !== 'sig' || !Array.isArray(uses) || !uses.includes('verify')) return undefined;
  if (!ALGORITHMS.get(kty)?.includes(alg)) return undefined;
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH)) {
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
  // With an exponent of 1 every text is its own signature.
  if (publicExponent < 3n || publicExponent % 2n === 0n) return false;
  return modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS;
}

/** Undefined when the members are not a key. */
function publicKeyOf(jwk: JsonObject): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}
