/** Where a change of the configuration came from. */
export type ChangeSource = 'file' | 'api' | 'console' | 'rollback';

/** One change of one tenant. */
export interface Revision {
  /** The revision of the configuration that the change made. A change of several tenants has one for all. */
  readonly revision: number;
  readonly tenantId: string;
  readonly at: Date;
  /** The administrator, or the user of the machine. */
  readonly who: string;
  readonly reason: string | undefined;
  readonly source: ChangeSource;
}

/** A tenant as a change left it. */
export interface RecordedTenant {
  readonly tenantId: string;
  /** The one application that changed. Undefined: the content is the whole tenant. */
  readonly clientId?: string | undefined;
  /** JSON with secrets: encrypted when stored. Of one application `null` when it was removed. */
  readonly content: string;
}

/** The latest revisions of each tenant, 100 of them and those on which they build. `ConfigurationStore.change` adds to them. */
export interface ConfigurationHistory {
  /** The newest first: at most `limit`, below the revision `before`. Of one tenant, or of all. */
  list(page: {
    readonly tenantId?: string | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<readonly Revision[]>;
  /**
   * Each tenant as it was in that revision, whole, or one of them; by id. Tenants without a record of then are left out. Undefined
   * when there is no such revision.
   * @throws a content opens with no known key
   */
  asOf(revision: number, tenantId?: string): Promise<readonly RecordedTenant[] | undefined>;
}
