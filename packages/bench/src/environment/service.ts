import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

import { type ClientKey, ISSUER, SECRET } from './applications.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { SimulatedEid } from './simulated-eid.ts';

/** The service with a migrated database and its configuration; replicas are started one by one. */
export interface Service {
  /** `flags`: for Node. */
  startReplica(flags?: readonly string[]): Promise<ServerProcess>;
}

/** The dependencies of the service. */
export interface ServiceParts {
  readonly databaseUrl: string;
  readonly eid: SimulatedEid;
  readonly clientKey: ClientKey;
}

/** Migrates and applies with the built commands, as an operator does. */
export async function prepareService(parts: ServiceParts): Promise<Service> {
  const { databaseUrl, eid, clientKey } = parts;
  const env = {
    DATABASE_URL: databaseUrl,
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    // The driver acts as the proxy in front of it and sends the client's address.
    TRUSTED_PROXIES: '127.0.0.1/32',
    PORT: '0',
    HEALTH_PORT: '0',
    // The limits are counted as usual, but too high to refuse a request.
    REQUESTS_PER_ADDRESS: '1000000',
    STARTS_PER_ADDRESS: '1000000',
    REQUESTS_PER_CLIENT: '1000000',
    REQUESTS_PER_TENANT: '1000000',
  };
  const variables = {
    BENCH_ISSUER: ISSUER,
    BENCH_SECRET: SECRET,
    BENCH_JWKS: clientKey.jwks,
    BENCH_BANKID_URL: eid.rpOrigin,
    BENCH_BANKID_PKI: eid.pkiFolder,
  };
  await runToEnd(['dist/cli.js', 'migrate'], env);
  await runToEnd(['dist/cli.js', 'apply', 'packages/bench/src/environment/configuration.yaml'], {
    ...env,
    ...variables,
  });
  return { startReplica: (flags = []) => startServer({ args: [...flags, 'dist/main.js'], env }) };
}

/** Runs a command to its end; returns its output. @throws with its errors when it fails */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, [...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors.trim()}`);
  return output;
}
