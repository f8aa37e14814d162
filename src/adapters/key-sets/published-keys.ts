import type { JsonObject } from '../../domain/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { signatureKeys } from './signature-keys.ts';

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
  asking: Promise<void> | undefined;
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
      if (known.asking === undefined && now() >= known.askedAt + waitOf(known)) {
        known.asking = ask(url, sought.ownMachine, known).finally(() => {
          known.asking = undefined;
        });
      }
      await known.asking;
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
  return { keys: [], answeredAt: never, askedAt: never, failures: 0, asking: undefined };
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
