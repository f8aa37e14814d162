import type { FaultProxy } from './fault-proxy.ts';
import type { FrontProxy } from './front-proxy.ts';
import type { ProvedDatabase } from './proved-database.ts';
import type { ProvedReplica } from './proved-replica.ts';

/** What is proved: several replicas of the service on one database, and everything that can fail around them. */
export interface World {
  /** The service's address for people and applications: each request reaches another replica. */
  readonly issuer: string;
  readonly front: FrontProxy;
  readonly replicas: readonly ProvedReplica[];
  readonly database: ProvedDatabase;
  /** Between the replicas and the database. */
  readonly databaseLine: FaultProxy;
  /** Between the replicas and the eID. */
  readonly eidLine: FaultProxy;
  /** The simulated eID's control of phones: what a person does in the app. It never fails. */
  readonly phoneUrl: string;
  close(): Promise<void>;
}
