import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Simulators, startSimulators } from '@eid-broker/eid-simulators/all/simulator';
import { numberShapes } from 'eid-broker/adapters/eid/national-numbers/national-numbers';
import { systemClock } from 'eid-broker/adapters/system/clock';
import { jsonLog } from 'eid-broker/adapters/system/log';
import { newSigningKey, randomId } from 'eid-broker/adapters/system/random';
import { makeRedact } from 'eid-broker/adapters/system/redaction';
import { admitOwner } from 'eid-broker/commands/admin';
import { type Environment, readEnvironment } from 'eid-broker/config/environment/environment';
import type { Log } from 'eid-broker/ports/log';
import { startService } from 'eid-broker/serve';

import { applyDemoConfiguration, type DemoUrls } from './apply-demo-configuration.ts';
import { checkPorts } from './check-ports.ts';
import { startDemoClient } from './client/start-demo-client.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { openLogFile } from './log-file.ts';
import { openDatabase } from './open-database.ts';
import { makeRunning, type Running } from './running.ts';
import type { DemoSettings } from './settings.ts';

/** A running demo. */
export interface Demo {
  readonly urls: DemoUrls;
  readonly healthUrl: string;
  readonly managementUrl: string;
  readonly folder: DataFolder;
  /** Stops everything; resolves at the end. */
  stop(): Promise<void>;
}

/** The simulated phone's first person owns the installation. */
const OWNER = {
  tenantId: 'demo',
  scheme: 'sebankid',
  personId: '191212121212',
  name: 'Tolvan Tolvansson',
};
/** Both variants of BankID: the person chooses the device. */
const OWNER_ACR = 'urn:grn:authn:se:bankid';

const ADDRESS = '127.0.0.1';
const GRACE_MS = 1_000;

/**
 * Starts everything, independent parts in parallel. On a failure or the signal, it stops the started parts, then
 * rejects. @throws Error with a message of one line
 */
export async function startDemo(settings: DemoSettings, signal: AbortSignal): Promise<Demo> {
  const running = makeRunning();
  try {
    return await startAll(settings, { running, signal });
  } catch (error) {
    await running.stop().catch(() => undefined);
    throw error;
  }
}

interface Start {
  readonly running: Running;
  readonly signal: AbortSignal;
}

async function startAll(settings: DemoSettings, { running, signal }: Start): Promise<Demo> {
  const { ports } = settings;
  const folder = await openDataFolder(settings.dataFolder);
  await checkPorts(ports);
  const urls = urlsOf(settings, folder);
  const log = openLog(settings, { folder, running });

  const [databaseUrl, simulators] = await together([
    openDatabase({ databaseUrl: settings.databaseUrl, folder, running }),
    startEids(settings, { folder, running, log }),
  ]);
  signal.throwIfAborted();

  const environment = environmentOf(settings, { folder, databaseUrl });
  const redirectUri = `${originOf('http', ports.management)}/login/callback`;
  const console = { key: await readFile(folder.consoleKey, 'utf8'), redirectUri };
  const simulatedEids = await applyDemoConfiguration(urls, {
    environment,
    clock: systemClock,
    log,
    simulators,
    console,
  });
  await admitOwner(environment, { ...OWNER, issuer: urls.issuer });
  signal.throwIfAborted();

  await together([
    startBroker(environment, { running, log, folder, simulatedEids }),
    startClient(settings, { urls, running, log }),
  ]);
  await proveReady(urls.issuer, folder);
  signal.throwIfAborted();
  return {
    urls,
    healthUrl: `http://localhost:${ports.health}/health/ready`,
    managementUrl: originOf('http', ports.management),
    folder,
    stop: running.stop,
  };
}

function urlsOf({ ports, startUrl }: DemoSettings, folder: DataFolder): DemoUrls {
  return {
    issuer: originOf('http', ports.service),
    simulatorUrl: originOf('https', ports.simulator),
    phoneUrl: originOf('http', ports.phone),
    oidcUrl: `http://${ADDRESS}:${ports.oidcSimulator}`,
    restUrl: originOf('https', ports.restSimulator),
    clientUrl: originOf('http', ports.client),
    startUrl,
    pki: join(folder.simulator, 'pki'),
  };
}

/** As browsers write it: without a default port. */
function originOf(scheme: string, port: number): string {
  return new URL(`${scheme}://localhost:${port}`).origin;
}

interface Workplace {
  readonly folder: DataFolder;
  readonly running: Running;
}

function openLog({ logLevel = 'info' }: DemoSettings, { folder, running }: Workplace): Log {
  const file = openLogFile(folder.serviceLog);
  running.add(file.close);
  return jsonLog(logLevel, file, makeRedact(numberShapes));
}

async function startEids(
  { ports }: DemoSettings,
  { folder, running, log }: Workplace & { readonly log: Log },
): Promise<Simulators> {
  const simulators = await startSimulators({
    directory: folder.simulator,
    ports: {
      bankId: ports.simulator,
      phone: ports.phone,
      oidc: ports.oidcSimulator,
      rest: ports.restSimulator,
    },
    host: ADDRESS,
    onBug: (cause) => log.error('simulator.failed', { cause }),
  });
  running.add(simulators.close);
  return simulators;
}

function environmentOf(
  { ports, logLevel }: DemoSettings,
  { folder, databaseUrl }: { readonly folder: DataFolder; readonly databaseUrl: string },
): Environment {
  return readEnvironment({
    DATABASE_URL: databaseUrl,
    KEY_ENCRYPTION_KEY_FILE: folder.keyEncryptionKey,
    BIND_ADDRESS: ADDRESS,
    PORT: String(ports.service),
    HEALTH_PORT: String(ports.health),
    MANAGEMENT_PORT: String(ports.management),
    MANAGEMENT_ISSUER: originOf('http', ports.service),
    MANAGEMENT_CLIENT_KEY_FILE: folder.consoleKey,
    MANAGEMENT_ACR_VALUES: OWNER_ACR,
    TRY_IT_URL: originOf('http', ports.client),
    LOG_LEVEL: logLevel,
  });
}

async function startBroker(
  environment: Environment,
  {
    running,
    log,
    folder,
    simulatedEids,
  }: Workplace & Required<Pick<Parameters<typeof startService>[0], 'log' | 'simulatedEids'>>,
): Promise<void> {
  const service = await startService({
    environment,
    clock: systemClock,
    newId: randomId,
    newSigningKey,
    log,
    ownerToken: (await readFile(folder.managementToken, 'utf8')).trim(),
    simulatedEids,
  });
  running.add(() => service.stop({ drainMs: 0, graceMs: GRACE_MS }));
}

async function startClient(
  { ports }: DemoSettings,
  { urls, running, log }: { urls: DemoUrls; running: Running; log: Log },
): Promise<void> {
  const client = await startDemoClient({
    issuer: urls.issuer,
    port: ports.client,
    phoneUrl: urls.phoneUrl,
    newId: randomId,
    onBug: (cause) => log.error('demo_client.failed', { cause }),
  });
  running.add(client.close);
}

/** Ready means that a login can begin. */
async function proveReady(issuer: string, folder: DataFolder): Promise<void> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined);
  if (answer?.ok) return;
  throw new Error(`the service started but does not work: see ${folder.serviceLog}`);
}

/** Settles after all parts, also on a failure, so that no part starts after the cleanup. */
async function together<T extends readonly Promise<unknown>[]>(parts: readonly [...T]) {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
