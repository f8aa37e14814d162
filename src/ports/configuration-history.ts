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

/** One part of a tenant that a revision changed, by names alone. */
export interface ChangedPart {
  readonly action: 'create' | 'change' | 'remove';
  readonly what: 'tenant' | 'domain' | 'eid' | 'application' | 'webhook';
  /** As a plan has it: an eID of one environment is `mock (test)`. */
  readonly id: string;
  /** Of a change: the settings, by their names in the file. */
  readonly settings: readonly string[];
  /** Those of them that permit all that they permitted before. */
  readonly widened: readonly string[];
}

/** What a change leaves of a tenant, and what it changed. */
export interface RecordedChange extends RecordedTenant {
  /** Absent: not known. */
  readonly changed?: readonly ChangedPart[] | undefined;
}

/** Which changes to find: those of the parts, in an hour or another time. */
export interface ChangesWanted {
  readonly tenantId: string;
  /** Without an id, of any; without an action, whatever was done to it. */
  readonly parts: readonly (Pick<ChangedPart, 'what'> &
    Partial<Pick<ChangedPart, 'id' | 'action'>>)[];
  /** After that moment, until the other. */
  readonly after: Date;
  readonly until: Date;
  readonly limit: number;
}

/** What one revision changed of the wanted parts. */
export interface PartChanges extends Pick<Revision, 'revision' | 'at'> {
  readonly changed: readonly ChangedPart[];
}

/** The latest revisions of each tenant, 100 of them and those on which they build. `ConfigurationStore.change` adds to them. */
export interface ConfigurationHistory {
  /** The newest first: at most `limit`, below the revision `before`. Of one tenant, or of all. */
  list(page: {
    readonly tenantId?: string | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<readonly Revision[]>;
  /** What the latest revisions changed of these parts, the newest first. It opens no content, so its cost is that of few rows. */
  changes(wanted: ChangesWanted): Promise<readonly PartChanges[]>;
  /**
   * Each tenant as it was in that revision, whole, or one of them; by id. Tenants without a record of then are left out. Undefined
   * when there is no such revision.
   * @throws a content opens with no known key
   */
  asOf(revision: number, tenantId?: string): Promise<readonly RecordedTenant[] | undefined>;
}
