import { dirname } from 'node:path';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { type Simulator, startBankIdSimulator } from '@eid-broker/eid-simulators/bankid/simulator';
import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { type Phone, phoneOf } from '@eid-broker/testing/phone';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { commandAdmission } from '../../src/adapters/admission/database-admission.ts';
import { eidModules } from '../../src/adapters/eid/registry.ts';
import { listen } from '../../src/adapters/http/listen.ts';
import { pgConfigurationStore } from '../../src/adapters/postgres/configuration/configuration-store.ts';
import { openPool } from '../../src/adapters/postgres/pool.ts';
import { randomId } from '../../src/adapters/system/random.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import { composeService, type Service } from '../../src/compose/compose-service.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { readConfigurationFile } from '../../src/config/file/configuration-file.ts';
import { mapEidSecretsOf } from '../../src/config/file/map-eid-secrets.ts';
import type { DeclaredEid } from '../../src/domain/configuration.ts';
import { makeApplyConfiguration } from '../../src/management/configuration/apply-configuration.ts';
import { demoMaterial } from '../../src/management/configuration/demo-material.ts';
import type { Log } from '../../src/ports/log.ts';
import { assertCatalogued } from './assert-catalogued.ts';
import { type Canaries, newCanaries } from './canaries.ts';
import { textOf } from './log-scan.ts';
import { openStatements } from './statements.ts';

/** A key-encryption key for tests. */
export const TEST_KEY = Buffer.alloc(32, 7).toString('base64url');

/** The whole service on a database of its own, with the simulated BankID and its phone. */
export interface Broker {
  readonly issuer: string;
  readonly port: number;
  /** The operator's port. */
  readonly healthPort: number;
  readonly databaseUrl: string;
  readonly simulator: Simulator;
  readonly phone: Phone;
  /** The events that the service logged. */
  readonly logged: LogLine[];
  /** Secrets that must not appear in the log, the metrics or a trace; `close` checks this. */
  readonly canaries: Canaries;
  /** Advances the service's clock and the simulator's. */
  advance(seconds: number): void;
  /** Advances the service's clock alone. */
  advanceService(seconds: number): void;
  /** The service's current time. */
  now(): Date;
  /** Ends the expired authentications, as the job of every replica does. */
  abandonExpired(): Promise<unknown>;
  /** Stores the noted steps of logins, as the job of every replica does. */
  storeNotes(): Promise<unknown>;
  /** Runs one statement on the service's database and returns its rows. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The options of a test besides the configuration file. */
export interface BrokerOptions {
  /** More variables for the configuration file. */
  readonly variables?: (port: number) => Readonly<Record<string, string>>;
  /** The service's database; by default a new one. */
  readonly database?: TestDatabase;
  /** Maps the database's URL to the URL that the service uses. */
  readonly databaseVia?: (url: string) => Promise<string>;
  /** More environment variables of the service. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The trusted proxies, as in the environment. */
  readonly trustedProxies?: string;
  /** The simulated BankID; by default a new one. The service closes it. */
  readonly simulator?: Simulator;
  /** More eIDs of every tenant. */
  readonly eids?: (issuer: string) => Promise<readonly DeclaredEid[]>;
}

/** One event in the log. */
export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Starts the service with a configuration file; by default one with BankID. */
export async function startBroker(
  contentFile = 'test/fixtures/bankid.yaml',
  options: BrokerOptions = {},
): Promise<Broker> {
  const [database, port, simulator] = await Promise.all([
    options.database ?? createTestDatabase(),
    findFreePort(),
    options.simulator ?? startTestSimulator(),
  ]);
  const issuer = `http://localhost:${port}`;
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead * 1000);
  const logged: LogLine[] = [];
  const log = recorder(logged);
  const environment = readEnvironment({
    DATABASE_URL: (await options.databaseVia?.(database.url)) ?? database.url,
    KEY_ENCRYPTION_KEY: TEST_KEY,
    DATABASE_POOL_SIZE: '10',
    TRUSTED_PROXIES: options.trustedProxies ?? '',
    ...options.environment,
  });

  const variables = { ...demoVariables({ issuer, simulator }), ...options.variables?.(port) };
  const eids = await options.eids?.(issuer);
  const target = { databaseUrl: database.url, variables, ...(eids && { eids }) };
  await applyFile(contentFile, target).catch(async (error) => {
    await Promise.all([simulator.close(), database.drop()]);
    throw error;
  });
  const service = await composeService({
    environment,
    clock,
    newId: randomId,
    newSigningKey: testSigningKey,
    log,
  });
  const canaries = newCanaries();
  const address = '127.0.0.1';
  const server = await listen(canaries.watch(service.handle), { port, address });
  const operator = await listen(service.health, { port: 0, address });
  const statements = openStatements(database.url);
  return {
    issuer,
    port,
    healthPort: operator.port,
    databaseUrl: database.url,
    simulator,
    phone: phoneOf(simulator.phoneUrl, canaries.add),
    logged,
    canaries,
    now: clock,
    advance(seconds) {
      ahead += seconds;
      simulator.clock.advance(seconds);
    },
    advanceService(seconds) {
      ahead += seconds;
    },
    abandonExpired: () => service.jobs.run('abandon'),
    storeNotes: () => service.jobs.run('timelines'),
    sql: statements.sql,
    async close() {
      const shown = await operatorPages(operator.port);
      const timelines = await timelinesOf(service, statements.sql);
      await server.close(0);
      await operator.close(0);
      await service.close();
      await simulator.close();
      await statements.close();
      await database.drop();
      assertCatalogued(logged);
      canaries.assertAbsent(textOf(logged), 'the log');
      canaries.assertAbsent(shown, "the operator's port");
      canaries.assertAbsent(timelines, 'the timelines');
      canaries.assertErrorsClean();
    },
  };
}

/** Everything that support reads; empty when the database is away. */
async function timelinesOf(service: Service, sql: Broker['sql']): Promise<string> {
  const columns = 'code, client_id, channel, acr, outcome, error, steps';
  try {
    await service.jobs.run('timelines');
    return JSON.stringify(await sql(`select ${columns} from login_timeline`));
  } catch {
    return '';
  }
}

/** The simulated BankID on free ports. */
export function startTestSimulator(): Promise<Simulator> {
  // Its certificates are made once per run and shared by all test files.
  const directory = process.env.TEST_PKI_FOLDER;
  if (directory === undefined) {
    throw new Error("TEST_PKI_FOLDER is not set: jest's globalSetup did not run");
  }
  return startBankIdSimulator({ directory, rpPort: 0, phonePort: 0 });
}

interface ApplyTarget {
  readonly databaseUrl: string;
  readonly variables: Readonly<Record<string, string>>;
  /** More eIDs of every tenant. */
  readonly eids?: readonly DeclaredEid[];
}

/** Applies a configuration file as `npm run apply` does. */
export async function applyFile(path: string, target: ApplyTarget): Promise<void> {
  const { tenants } = readConfigurationFile({
    path,
    env: target.variables,
    eids: eidModules,
    demo: demoMaterial,
    now: new Date(),
  });
  const pool = openPool(
    { url: target.databaseUrl, size: 2, admission: commandAdmission },
    recorder([]),
  );
  const vault = systemVault([Buffer.from(TEST_KEY, 'base64url')]);
  const configurationStore = pgConfigurationStore({ pool, vault });
  const applyConfiguration = makeApplyConfiguration({
    configurationStore,
    vault,
    mapEidSecrets: mapEidSecretsOf(eidModules),
    demo: { ...demoMaterial, eids: eidModules },
  });
  const { eids: more = [] } = target;
  const withMore = tenants.map((tenant) => ({ ...tenant, eids: [...tenant.eids, ...more] }));
  await applyConfiguration({ tenants: withMore }, { allowRemove: true });
  await pool.end();
}

/** The variables of test/fixtures/bankid.yaml. */
export function demoVariables({ issuer, simulator }: { issuer: string; simulator: Simulator }) {
  return {
    DEMO_ISSUER: issuer,
    DEMO_WEB_SECRET: 'demo-web-secret',
    DEMO_BACKEND_SECRET: 'demo-backend-secret',
    DEMO_BANKID_URL: new URL(simulator.rpUrl).origin,
    DEMO_BANKID_PKI: dirname(simulator.files.rpCertificate),
    DEMO_PHONE_URL: simulator.phoneUrl,
  };
}

/** The pages of the operator's port. */
async function operatorPages(port: number): Promise<string> {
  const pages = await Promise.all(
    ['/metrics', '/health/detail'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
  );
  return (await Promise.all(pages.map((page) => page.text()))).join('\n');
}

function recorder(lines: LogLine[]): Log {
  const note =
    (level: string) =>
    (event: string, facts: object = {}) => {
      lines.push({ level, event, facts: { ...facts } });
    };
  return { info: note('info'), warn: note('warn'), error: note('error') };
}
