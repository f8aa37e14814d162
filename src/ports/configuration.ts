import type { Acr } from '../domain/acr.ts';
import type { Application } from '../domain/application.ts';
import type { StoredTenant } from '../domain/configuration.ts';
import type { Domain } from '../domain/tenant.ts';
import type { Eid, EidVariant } from './eid.ts';

/** Keeps what the operator declared. */
export interface ConfigurationStore {
  /**
   * 0 at first; grows with every change of the content or of the signing keys, over all replicas: the same
   * number, the same configuration.
   */
  revision(): Promise<number>;
  /**
   * Everything, as of one moment: tenants by id, domains by issuer, applications by client id, eIDs in the
   * order in which they were given.
   */
  read(): Promise<StoredConfiguration>;
  /**
   * Passes the stored tenants to `decide` and replaces the tenants it names, all or nothing. Of two callers
   * the second one waits and sees what the first one left. Nothing changes, and the revision stays, when
   * `decide` throws or replaces nothing.
   * @throws what `decide` throws; when an issuer would belong to two tenants
   */
  change<Result>(decide: (stored: StoredConfiguration) => Decision<Result>): Promise<Result>;
  /**
   * Makes the keyed hashes by which tenants are verified with the newest key, where an older one made them; answers how
   * many. Those that are unverified stay so.
   */
  rehash(): Promise<number>;
}

/** One consistent state of the content. */
export interface StoredConfiguration {
  readonly revision: number;
  readonly tenants: readonly StoredTenant[];
  /**
   * The ids of tenants that were changed in the store itself, not by `change`. Requests to them are refused.
   * Undefined when there is none.
   */
  readonly unverified?: readonly string[] | undefined;
}

/** What to do about the stored content, and what to answer. */
export interface Decision<Result> {
  /** Each becomes exactly what is given here; what it had and is not listed is removed. */
  readonly replace: readonly StoredTenant[];
  readonly result: Result;
}

/** Who we serve and with what, as the operator configured it. */
export interface ConfigurationSource {
  /**
   * The configuration in force. The same object until it changes; a change shows within seconds. While the
   * content is out of reach the last one holds.
   * @throws while the content is out of reach and there is no last one
   */
  current(): Promise<Configuration>;
}

/** One consistent state of the configuration. */
export interface Configuration {
  readonly domains: readonly Domain[];
  /**
   * By host and port as in the issuer URL, in any case: `login.example.com`, `localhost:3000`. Undefined when
   * no issuer is there.
   */
  domainOf(host: string): Domain | undefined;
  /** Undefined when the tenant has none of that id, or it may not use this domain's issuer. */
  application(domain: Domain, clientId: string): Application | undefined;
  /** All that may use this domain's issuer. */
  applications(domain: Domain): readonly Application[];
  /**
   * The eID behind an acr value, open with the tenant's credentials. Undefined when the issuer does not offer
   * it, or its settings turned out to be unusable.
   */
  eid(issuer: string, acr: Acr): OfferedEid | undefined;
  /** Every claim name that the eIDs of this domain can release. */
  claimNames(domain: Domain): readonly string[];
  /** Every scope, beside `openid`, for which they release claims. */
  scopes(domain: Domain): readonly string[];
}

/** An open eID and the acr value that chose it. */
export interface OfferedEid {
  readonly eid: Eid;
  readonly variant: EidVariant;
}
