import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { Clock } from '../ports/runtime.ts';
import type { SigningKeyEntry, SigningKeys } from '../ports/signing-keys.ts';

/** What rotating needs. */
export interface RotationParts {
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
}

/** Whose keys: one domain's, or those of all. */
export interface WhoseKeys {
  readonly issuer: string | undefined;
}

/** What became of the keys of one domain. */
export type Rotation =
  /** The next keys sign now; the ones before stay published `until`. */
  | { readonly issuer: string; readonly what: 'promoted'; readonly until: Date }
  /** Other keys sign now, and the ones before are published no more. */
  | { readonly issuer: string; readonly what: 'replaced' }
  /** The next keys are published, and may sign `from` then. */
  | { readonly issuer: string; readonly what: 'published'; readonly from: Date };

/** There are no keys of that domain. */
export class UnknownIssuer extends Error {}

/**
 * Changes the keys that sign, without a token that somebody cannot verify: a key signs when it has been published
 * for longer than anybody keeps an older key set, and stays published until its last token has expired.
 */
export function keyRotation({ signingKeys, clock }: RotationParts) {
  return { prepare, rotate, replace, retire };

  /** Publishes next keys where there are none. */
  async function prepare(whose: WhoseKeys): Promise<readonly Rotation[]> {
    return each(whose, publish);
  }

  /** Publishes next keys where there are none; lets those sign that have been published for long enough. */
  async function rotate(whose: WhoseKeys): Promise<readonly Rotation[]> {
    return each(whose, async (issuer) => {
      const now = clock();
      const publishedBy = secondsAfter(now, -lifetimes.keyPropagation);
      const until = secondsAfter(now, lifetimes.keyRetirement);
      const isPromoted = await signingKeys.promote(issuer, { publishedBy, keepUntil: until });
      return isPromoted ? { issuer, what: 'promoted', until } : publish(issuer);
    });
  }

  /**
   * New keys at once. The current and the next ones are published no more: both may have leaked from the same table.
   * A verifier with an older key set refuses new tokens until it fetches the set again.
   */
  async function replace(whose: WhoseKeys): Promise<readonly Rotation[]> {
    return each(whose, async (issuer) => {
      await signingKeys.replace(issuer);
      return { issuer, what: 'replaced' };
    });
  }

  /** Forgets previous keys: those whose tokens have all expired, or all of them. Answers how many. */
  async function retire(
    { issuer }: WhoseKeys,
    which: 'expired' | 'all' = 'expired',
  ): Promise<number> {
    const entries = await known(issuer);
    const ends = entries.flatMap(({ until }) => (until === undefined ? [] : [until.getTime()]));
    const before = which === 'expired' ? clock() : new Date(Math.max(0, ...ends) + 1);
    return signingKeys.retire(before, issuer);
  }

  async function publish(issuer: string): Promise<Rotation> {
    await signingKeys.prepare(issuer);
    const next = (await known(issuer)).filter(({ state }) => state === 'next');
    const since = new Date(Math.max(...next.map(({ createdAt }) => createdAt.getTime())));
    return { issuer, what: 'published', from: secondsAfter(since, lifetimes.keyPropagation) };
  }

  async function each(
    { issuer }: WhoseKeys,
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
