import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { isAlive } from '@eid-broker/demo/embedded-postgres/read-process';
import type { Environment } from './environment.ts';
import { type AtEnd, type EnvironmentParts, startParts } from './environment-parts.ts';
import { type FrontProxy, startFrontProxy } from './front-proxy.ts';
import type { PreviousRelease } from './previous-release.ts';
import { makeReplica, type Replica } from './replica.ts';
import type { Variables } from './replica-process.ts';

/** The options of an environment. */
export interface EnvironmentOptions {
  /** By default 3. */
  readonly replicas?: number;
  /** From 0 to below 1, for random faults of the proxies. */
  readonly random: () => number;
  /** For Node in each replica, such as `--import FILE`. */
  readonly nodeArguments?: readonly string[];
  /** More variables for each replica. */
  readonly variables?: Variables;
  /** The compiled programs; by default `dist`. */
  readonly dist?: string;
  /** The previous release, if any. */
  readonly previous?: PreviousRelease;
}

/** The limit for a hanging command, with tolerance for a busy machine. */
const READY_TRIES = 1_200;
const CHECK_EVERY_MS = 50;

const CONFIGURATION = new URL('./configuration.yaml', import.meta.url).pathname;

/**
 * Starts everything on free ports of this machine: PostgreSQL and the eIDs behind their proxies, the configuration, the
 * replicas behind the front proxy. A failed step stops the started parts.
 */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    return Object.assign(await build(options, (end) => endings.push(end)), { close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(
  options: EnvironmentOptions,
  atEnd: AtEnd,
): Promise<Omit<Environment, 'close'>> {
  const { random, dist = 'dist' } = options;
  await removeAbandonedFolders();
  const folder = await mkdtemp(join(tmpdir(), `eid-broker-prove-${process.pid}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const parts = await startParts({ folder, random }, atEnd);
  const replicas: Replica[] = [];
  const front = await startFrontProxy(replicas);
  atEnd(() => front.close());
  await parts.simulator.enrol({
    client_id: 'prove',
    client_secret: parts.clients.secret,
    client_name: 'Prove',
    redirect_uris: [`${front.url}/callback/dk-mitid`],
    token_endpoint_auth_method: 'client_secret_basic',
  });

  let variables: Variables = {
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    TRUSTED_PROXIES: '127.0.0.1/32',
    ISSUER: front.url,
    OTHER_ISSUER: `http://other.localhost:${front.port}`,
    ...contentVariables(parts),
    ...options.variables,
  };
  const run = (...command: readonly string[]) =>
    runProgram([join(dist, 'cli.js'), ...command], {
      ...variables,
      DATABASE_URL: parts.database.url,
    });
  const apply = () => run('apply', CONFIGURATION);
  await run('migrate');
  await apply();

  const names = Array.from({ length: options.replicas ?? 3 }, (_, at) => `replica-${at + 1}`);
  atEnd(() => Promise.all(replicas.map((replica) => replica.kill())));
  for (const name of names) replicas.push(await replicaNamed(name));
  await Promise.all(replicas.map((replica) => replica.start()));
  await untilServing(front, names.length);
  return {
    ...parts,
    issuer: front.url,
    otherIssuer: `http://other.localhost:${front.port}`,
    front,
    replicas,
    phoneUrl: parts.simulator.phoneUrl,
    folder,
    dist,
    previous: options.previous ?? { missing: 'no previous release was requested' },
    run,
    apply,
    configure(more) {
      variables = { ...variables, ...more };
    },
    get variables() {
      return variables;
    },
  };

  async function replicaNamed(name: string): Promise<Replica> {
    const url = new URL(parts.database.url);
    url.port = String(await parts.databaseProxy.openChannel(name));
    return makeReplica({
      name,
      variables: () => ({ ...variables, DATABASE_URL: url.href }),
      nodeArguments: options.nodeArguments ?? [],
      program: join(dist, 'main.js'),
    });
  }
}

/** The variables of configuration.yaml besides the issuers. */
function contentVariables({
  eidProxy,
  pagesProxy,
  simulator,
  clients,
  webhooks,
}: EnvironmentParts): Variables {
  return {
    MITID_ISSUER: `http://127.0.0.1:${pagesProxy.port}/mitid`,
    EID_URL: `https://localhost:${eidProxy.port}`,
    EID_PKI: simulator.pkiFolder,
    CLIENT_SECRET: clients.secret,
    CLIENT_JWKS: clients.jwks,
    WEBHOOK_URL: webhooks.url,
    WEBHOOK_SECRET: webhooks.secret,
  };
}

async function untilServing(front: FrontProxy, count: number): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    if (front.serving.length === count) return;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
  throw new Error(`only these became ready: ${front.serving.join(', ')}`);
}

async function runProgram(command: readonly string[], variables: Variables): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...command], {
    env: { PATH: process.env.PATH ?? '', ...variables },
  });
  return stdout;
}

/** Removes the folders of killed runs; their processes have ended. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^eid-broker-prove-(\d+)-\w{6}$/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user's folder stays: that user's next run removes it.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
