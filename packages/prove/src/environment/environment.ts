import type { Clients } from './clients.ts';
import type { Database } from './database.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { FrontProxy } from './front-proxy.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { Replica } from './replica.ts';
import type { Variables } from './replica-process.ts';
import type { SimulatorProcess } from './simulator-process.ts';
import type { StatementWatch } from './statement-watch.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** The system under test: several replicas on one database, and all parts that can fail. */
export interface Environment {
  /** The service's URL for people and applications; requests go to the replicas in turn. */
  readonly issuer: string;
  /** Another tenant's domain on the same service. */
  readonly otherIssuer: string;
  /** The credentials of the applications in configuration.yaml. */
  readonly clients: Clients;
  readonly front: FrontProxy;
  readonly replicas: readonly Replica[];
  readonly database: Database;
  /** Between the replicas and the database; each replica has the channel of its name. */
  readonly databaseProxy: FaultProxy;
  /** Observes statements on the database connections. */
  readonly statements: StatementWatch;
  /** Between the replicas and BankID, the eID of the orders. */
  readonly eidProxy: FaultProxy;
  /** Between the replicas and MitID, the eID with pages of its own. Browsers reach these pages past it. */
  readonly pagesProxy: FaultProxy;
  readonly simulator: SimulatorProcess;
  /** Receives the webhooks of the first tenant. */
  readonly webhooks: WebhookReceiver;
  /** The control API of the simulated eID's phones. It never fails. */
  readonly phoneUrl: string;
  /** A folder of this environment, removed at the end. */
  readonly folder: string;
  /** Where the compiled programs are. */
  readonly dist: string;
  readonly previous: PreviousRelease;
  /** The environment variables of replicas and commands. */
  readonly variables: Variables;
  /** Changes them for later starts. */
  configure(variables: Variables): void;
  /** Runs a command of the service (`apply`, `usage` …) past the fault proxies; rejects when it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Applies configuration.yaml with the current variables. */
  apply(): Promise<string>;
  close(): Promise<void>;
}
