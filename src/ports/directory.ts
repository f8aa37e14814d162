import type { Acr } from '../domain/acr.ts';
import type { Application } from '../domain/application.ts';
import type { Domain } from '../domain/tenant.ts';
import type { Eid, EidVariant } from './eid.ts';

/** Who we serve and with what, as the operator configured it. */
export interface Directory {
  /** The configuration in force. The same object until it changes; a change shows within seconds. */
  current(): Promise<Configuration>;
}

/** One consistent state of the configuration. */
export interface Configuration {
  readonly domains: readonly Domain[];
  /** By host and port as in the issuer URL, lower case: `login.example.com`, `localhost:3000`. */
  domainOf(host: string): Domain | undefined;
  application(domain: Domain, clientId: string): Application | undefined;
  /** The eID behind an acr value, open with the tenant's credentials. */
  eid(issuer: string, acr: Acr): OfferedEid | undefined;
  /** Every claim name that the eIDs of this domain can release. */
  claimNames(domain: Domain): readonly string[];
}

/** An open eID and the acr value that chose it. */
export interface OfferedEid {
  readonly eid: Eid;
  readonly variant: EidVariant;
}
