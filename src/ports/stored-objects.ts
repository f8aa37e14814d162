import type { StoredApplication, StoredTenant } from '../domain/configuration.ts';

/** A tenant in a list. */
export interface TenantSummary {
  readonly id: string;
  readonly name: string;
}

/** A page of a list: the items after a cursor, at most `limit`. */
export interface PageRequest {
  /** The key of the last item of the page before; undefined: from the beginning. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A page of applications. */
export interface ApplicationPageRequest {
  /** The cursor of the last item of the page before; undefined: from the beginning. */
  readonly after: ApplicationCursor | undefined;
  readonly limit: number;
  /** The beginning of a client id or of a name, in any case; undefined: all. */
  readonly search: string | undefined;
}

/** The place of an application in a list. */
export interface ApplicationCursor {
  /** The text by which a search found it; empty in a list of all. */
  readonly term: string;
  readonly clientId: string;
}

/** An application in a list, and its place. */
export interface ListedApplication {
  readonly application: StoredApplication;
  readonly cursor: ApplicationCursor;
}

/**
 * Reads parts of the stored configuration by their keys: the cost of an answer does not grow with the number of tenants
 * and applications. Nothing is checked against the hash of the configuration, as `ConfigurationStore.read` does.
 */
export interface StoredObjects {
  /** Ordered by id. */
  tenants(page: PageRequest): Promise<readonly TenantSummary[]>;
  /** Whether there is such a tenant. */
  hasTenant(id: string): Promise<boolean>;
  /** The whole tenant; undefined when there is none. */
  tenant(id: string): Promise<StoredTenant | undefined>;
  /** The tenant without its applications; undefined when there is none. */
  tenantFrame(id: string): Promise<StoredTenant | undefined>;
  /** The tenant with those applications alone that have a secret or key with an end; undefined when there is none. */
  tenantEndings(id: string): Promise<StoredTenant | undefined>;
  /** Ordered by client id; in a search by the text that was found. */
  applications(
    tenantId: string,
    page: ApplicationPageRequest,
  ): Promise<readonly ListedApplication[]>;
  /** Undefined when there is none. */
  application(tenantId: string, clientId: string): Promise<StoredApplication | undefined>;
}
