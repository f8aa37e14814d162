import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import type { Simulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { createTestDatabase } from '@eid-broker/testing/database';
import { type Phone, phoneOf } from '@eid-broker/testing/phone';
import { applyFile, demoVariables, startTestSimulator, TEST_KEY } from './broker.ts';
import { type Replica, startReplica } from './replica.ts';
import { openStatements, type Statements } from './statements.ts';

type Variables = Readonly<Record<string, string>>;

/** Replicas of the service on one database, with the simulated BankID. */
export interface Replicas {
  readonly issuer: string;
  readonly host: string;
  readonly databaseUrl: string;
  readonly simulator: Simulator;
  readonly phone: Phone;
  /** The variables of the configuration file. */
  readonly variables: Variables;
  /** The running replicas; a test may replace one. */
  readonly list: Replica[];
  readonly sql: Statements['sql'];
  /** The replica with this index, modulo their number, as a place to log in. */
  at(index: number): Pick<Replicas, 'issuer' | 'phone' | 'sql'> & { readonly port: number };
  /** Starts one more, outside of the list. */
  start(environment?: Variables): Promise<Replica>;
  /** Ends all replicas. */
  close(): Promise<void>;
}

/** Options of `startReplicas`. */
export interface ReplicasOptions {
  /** The configuration file; by default one with BankID. */
  readonly file?: string;
  readonly count?: number;
  readonly variables?: (port: number) => Variables;
  /** Environment variables of every replica. */
  readonly environment?: Variables;
}

/** Applies a configuration file to a new database and starts replicas on it. */
export async function startReplicas(options: ReplicasOptions = {}): Promise<Replicas> {
  const { file = 'test/fixtures/bankid.yaml', count = 3, environment } = options;
  const [port, database, simulator] = await Promise.all([
    findFreePort(),
    createTestDatabase(),
    startTestSimulator(),
  ]);
  const host = `localhost:${port}`;
  const issuer = `http://${host}`;
  const variables = { ...demoVariables({ issuer, simulator }), ...options.variables?.(port) };
  await applyFile(file, { databaseUrl: database.url, variables });

  const started: Replica[] = [];
  const own = { DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: TEST_KEY, ...environment };
  const start = async (more: Variables = {}) => {
    const replica = await startReplica({ ...own, ...more });
    started.push(replica);
    return replica;
  };
  const list = await Promise.all(Array.from({ length: count }, () => start()));
  const phone = phoneOf(simulator.phoneUrl);
  const statements = openStatements(database.url);
  const { sql } = statements;
  return {
    issuer,
    host,
    databaseUrl: database.url,
    simulator,
    phone,
    variables,
    list,
    sql,
    at: (index) => ({ issuer, port: list[index % list.length]!.port, phone, sql }),
    start,
    async close() {
      for (const replica of started) replica.signal('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await Promise.all([simulator.close(), statements.close()]);
      await database.drop();
    },
  };
}
