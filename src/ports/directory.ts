import type { Acr } from '../domain/acr.ts';
import type { Application } from '../domain/application.ts';
import type { Domain } from '../domain/tenant.ts';
import type { Eid, EidVariant } from './eid.ts';

/** Who we serve and with what, as the operator configured it. */
export interface Directory {
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
