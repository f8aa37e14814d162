import type { StoredTenant } from '../domain/content.ts';

/** Keeps what the operator declared. */
export interface ContentStore {
  /**
   * 0 at first; grows with every change of the content or of the signing keys, over all replicas: the same
   * number, the same configuration.
   */
  revision(): Promise<number>;
  /**
   * Everything, as of one moment: tenants by id, domains by issuer, applications by client id, eIDs in the
   * order in which they were given.
   */
  read(): Promise<StoredContent>;
  /**
   * Lets `decide` judge what is stored and replaces the tenants it names, all or nothing. Of two callers
   * the second one waits and sees what the first one left. Nothing changes, and the revision stays, when
   * `decide` throws or replaces nothing.
   * @throws what `decide` throws; when an issuer would belong to two tenants
   */
  change<Result>(decide: (stored: StoredContent) => Decision<Result>): Promise<Result>;
  /**
   * Makes the keyed hashes by which tenants are verified with the newest key, where an older one made them; answers how
   * many. Those that are unverified stay so.
   */
  rehash(): Promise<number>;
}

/** One consistent state of the content. */
export interface StoredContent {
  readonly revision: number;
  readonly tenants: readonly StoredTenant[];
  /**
   * The ids of those that are not as `change` left them: somebody changed them in the store itself. Nobody may be served
   * by them. Undefined when there is none.
   */
  readonly unverified?: readonly string[] | undefined;
}

/** What to do about the stored content, and what to answer. */
export interface Decision<Result> {
  /** Each becomes exactly what is given here; what it had and is not listed is removed. */
  readonly replace: readonly StoredTenant[];
  readonly result: Result;
}
