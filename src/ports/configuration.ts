import type { Acr } from '../domain/acr.ts';
import type { Application } from '../domain/application.ts';
import type { StoredApplication, StoredTenant } from '../domain/configuration.ts';
import type { EidCatalogue, EidOffer, EidVariant } from '../domain/eid-offer.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import type { ManagementEvent } from '../domain/management-event.ts';
import type { Domain, Environment } from '../domain/tenant.ts';
import type { ChangeSource, RecordedChange } from './configuration-history.ts';
import type { OpenedEid } from './eid.ts';

/** Stores the declared configuration. */
export interface ConfigurationStore {
  /**
   * 0 at first. It grows with every change of the configuration or the signing keys, over all replicas. The same number
   * means the same configuration.
   */
  revision(): Promise<number>;
  /**
   * The whole configuration as of one moment, with eIDs as declared. Tenants are ordered by id, domains by issuer,
   * applications by client id. With a scope it has only that tenant, or of it only that application.
   */
  read(scope?: ChangeScope): Promise<StoredConfiguration>;
  /**
   * What changed since a revision that this store read. Undefined: read all of it, as when it was not this store that read that
   * revision, much changed, or a tenant was changed in the database.
   */
  changesSince(revision: number): Promise<ConfigurationChanges | undefined>;
  /** The tenants of those issuers that belong to another tenant than this one, by issuer. */
  ownersOf(issuers: readonly string[], tenantId: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Passes the stored tenants to `decide` and replaces those that it returns, in one transaction. Of two callers the
   * second waits and reads the result of the first. The record is written in the same transaction. Nothing changes, and the revision stays, when `decide` throws or
   * replaces no tenant. With a scope only that tenant, or application, is passed and may differ; all others stay, and are not
   * read.
   * @throws the error of `decide`; when more differs than the scope
   * @throws {IssuerTaken} an issuer would belong to two tenants
   */
  change<Result>(
    decide: (stored: StoredConfiguration) => Decision<Result>,
    scope?: ChangeScope,
  ): Promise<Result>;
  /**
   * Recomputes with the newest key the MACs of verified tenants that an older key made; returns how many. Unverified
   * tenants stay unverified.
   */
  renewMacs(): Promise<number>;
}

/** A tenant, or one application of it; there may be none of these names. */
export interface ChangeScope {
  readonly tenantId: string;
  readonly clientId?: string | undefined;
}

/** An issuer belongs to another tenant. */
export class IssuerTaken extends Error {}

/** What changed between two revisions, as it is now. */
export interface ConfigurationChanges {
  readonly revision: number;
  /** Whole tenants: new ones, and those whose own settings changed. */
  readonly tenants: readonly StoredTenant[];
  /** Of other tenants. */
  readonly applications: readonly ChangedApplication[];
}

/** An application of a tenant; undefined: it was removed. */
export interface ChangedApplication {
  readonly tenantId: string;
  readonly clientId: string;
  readonly application: StoredApplication | undefined;
}

/** One consistent state of the stored configuration. */
export interface StoredConfiguration {
  readonly revision: number;
  readonly tenants: readonly StoredTenant[];
  /**
   * The ids of tenants that were changed in the database, not by `change`. Requests to them are refused. Undefined when
   * there is none.
   */
  readonly unverified?: readonly string[] | undefined;
}

/** The change of the stored configuration, and the result to return. */
export interface Decision<Result> {
  /** Each tenant becomes exactly as given; its other parts are removed. */
  readonly replace: readonly StoredTenant[];
  readonly result: Result;
  /** What to keep in the history; absent: nothing. */
  readonly record?: ChangeRecord;
  /** Recorded together with the change; without a change there is none. */
  readonly events?: readonly ManagementEvent[] | undefined;
}

/** Who changed the configuration, and why. */
export interface ChangeOrigin {
  /** The administrator, or the user of the machine. */
  readonly who: string;
  readonly reason?: string | undefined;
  readonly source: ChangeSource;
}

/** One change of the configuration, and what it leaves of each changed tenant. */
export interface ChangeRecord extends ChangeOrigin {
  readonly contents: readonly RecordedChange[];
}

/** A secret in plain text, and the settings that it is part of. */
export interface StoredEidSecret {
  readonly secret: string;
  readonly settings: JsonObject;
}

/** The stored secrets of one tenant, by their fingerprints. Undefined: it has no such secret. */
export interface StoredSecrets {
  /** A secret in the settings of an eID, each time that it is stored. Empty: it is not. */
  ofEid(eid: string, fingerprint: string): readonly StoredEidSecret[];
  /** A secret of any webhook, in plain text. */
  ofWebhooks(fingerprint: string): string | undefined;
  /** A client secret: the strictest environment for which it was accepted. */
  ofApplication(clientId: string, fingerprint: string): Environment | undefined;
}

/** Replaces each secret in the settings of an eID. All texts of an unknown eID count as secrets. */
export type MapEidSecrets = (
  eid: string,
  settings: JsonObject,
  map: (secret: string) => Json,
) => JsonObject;

/** The configuration that the replicas serve. */
export interface ConfigurationSource {
  /**
   * The configuration in force: the same object until it changes. A change is visible within seconds. While the store is
   * unavailable, the last configuration stays in force.
   * @throws while the store is unavailable and there is no last configuration
   */
  current(): Promise<Configuration>;
}

/** One consistent state of the configuration. */
export interface Configuration {
  /** The eIDs of this release, whatever the tenants use. */
  readonly catalogue: EidCatalogue;
  readonly domains: readonly Domain[];
  /**
   * The domain of a host and port as in the issuer URL, in any case: `login.example.com`, `localhost:3000`. Undefined for
   * an unknown host.
   */
  domainOf(host: string): Domain | undefined;
  /** Undefined when the tenant has no such application, or it may not use this issuer. */
  application(domain: Domain, clientId: string): Application | undefined;
  /** The applications that may use this issuer. */
  applications(domain: Domain): readonly Application[];
  /**
   * The eID of an acr value, opened with the tenant's credentials. Undefined when the issuer does not offer it, or its
   * settings are unusable.
   */
  eid(issuer: string, acr: Acr): OfferedEid | undefined;
  /** Every name under which the applications of this domain can get a claim of its eIDs. */
  claimNames(domain: Domain): readonly string[];
  /** Every scope, beside `openid`, for which they release claims. */
  scopes(domain: Domain): readonly string[];
}

/** An open eID, its offer, and the variant of the acr value. */
export interface OfferedEid {
  /** Of both kinds, perhaps: the variant has the kind for each channel. */
  readonly opened: OpenedEid;
  readonly offer: EidOffer;
  readonly variant: EidVariant;
}
