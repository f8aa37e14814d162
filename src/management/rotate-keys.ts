import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { Clock } from '../ports/runtime.ts';
import type { SigningKeyEntry, SigningKeys } from '../ports/signing-keys.ts';

/** The ports of a rotation. */
export interface RotationParts {
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
}

/** The keys of one domain, or of all. */
export interface KeySelection {
  readonly issuer: string | undefined;
}

/** The change of the keys of one domain. */
export type Rotation =
  /** The next keys sign now; the ones before stay published `until`. */
  | { readonly issuer: string; readonly what: 'promoted'; readonly until: Date }
  /** New keys sign now; the ones before are no longer published. */
  | { readonly issuer: string; readonly what: 'replaced' }
  /** The next keys are published, and may sign `from` that moment. */
  | { readonly issuer: string; readonly what: 'published'; readonly from: Date };

/** There are no keys of that domain. */
export class UnknownIssuer extends Error {}

/**
 * Changes the signing keys so that every token can be verified. A key signs after it was published for longer than key
 * sets are cached, and stays published until its last token has expired.
 */
export function keyRotation({ signingKeys, clock }: RotationParts) {
  return { prepare, rotate, replace, retire };

  /** Publishes next keys where there are none. */
  async function prepare(selection: KeySelection): Promise<readonly Rotation[]> {
    return each(selection, publish);
  }

  /** Makes next keys current that were published for long enough, or else publishes next keys where there are none. */
  async function rotate(selection: KeySelection): Promise<readonly Rotation[]> {
    return each(selection, async (issuer) => {
      const now = clock();
      const publishedBy = secondsAfter(now, -lifetimes.keyPropagation);
      const until = secondsAfter(now, lifetimes.keyRetirement);
      const isPromoted = await signingKeys.promote(issuer, { publishedBy, keepUntil: until });
      return isPromoted ? { issuer, what: 'promoted', until } : publish(issuer);
    });
  }

  /**
   * Replaces the keys at once. The current and the next keys are no longer published: both may have leaked from the same
   * table. A client with an older key set refuses new tokens until it fetches the set again.
   */
  async function replace(selection: KeySelection): Promise<readonly Rotation[]> {
    return each(selection, async (issuer) => {
      await signingKeys.replace(issuer);
      return { issuer, what: 'replaced' };
    });
  }

  /** Deletes previous keys: those whose tokens have all expired, or all of them. Returns how many. */
  async function retire(
    { issuer }: KeySelection,
    scope: 'expired' | 'all' = 'expired',
  ): Promise<number> {
    const entries = await known(issuer);
    const ends = entries.flatMap(({ until }) => (until === undefined ? [] : [until.getTime()]));
    const before = scope === 'expired' ? clock() : new Date(Math.max(0, ...ends) + 1);
    return signingKeys.retire(before, issuer);
  }

  async function publish(issuer: string): Promise<Rotation> {
    await signingKeys.prepare(issuer);
    const next = (await known(issuer)).filter(({ state }) => state === 'next');
    const since = new Date(Math.max(...next.map(({ createdAt }) => createdAt.getTime())));
    return { issuer, what: 'published', from: secondsAfter(since, lifetimes.keyPropagation) };
  }

  async function each(
    { issuer }: KeySelection,
    work: (issuer: string) => Promise<Rotation>,
  ): Promise<readonly Rotation[]> {
    const issuers = new Set((await known(issuer)).map((entry) => entry.issuer));
    const rotations: Rotation[] = [];
    for (const one of issuers) rotations.push(await work(one));
    return rotations;
  }

  async function known(issuer: string | undefined): Promise<readonly SigningKeyEntry[]> {
    const entries = await signingKeys.list();
    const wanted = entries.filter((entry) => issuer === undefined || entry.issuer === issuer);
    if (wanted.length === 0 && issuer !== undefined) {
      throw new UnknownIssuer(`there are no keys of ${issuer}`);
    }
    return wanted;
  }
}
