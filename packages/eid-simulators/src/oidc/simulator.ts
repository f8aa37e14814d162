import { generateKeyPair, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import type { JWK } from 'jose';
import type Koa from 'koa';
import type { ClientMetadata } from 'oidc-provider';

import { type AdvanceableClock, type Clock, makeAdvanceableClock } from '../bankid/clock.ts';
import type { Random } from '../bankid/random.ts';
import { type ControlledEid, makeControlApi } from './control-api.ts';
import { type Faults, makeFaults } from './faults.ts';
import type { SigningKeys } from './forge.ts';
import { type Logins, makeLogins } from './logins.ts';
import { makePersonPage } from './person-page.ts';
import type { OidcProfile, SigningAlgorithm } from './profile.ts';
import { profiles as allProfiles } from './profiles/registry.ts';
import { makeProvider } from './provider.ts';
import { makeProviderStore } from './provider-store.ts';

/** How the simulator is started. */
export interface OidcSimulatorOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The address to listen on, also in every issuer; by default 127.0.0.1. */
  readonly host?: string;
  /** By default all. */
  readonly profiles?: readonly OidcProfile[];
  /** The base of the simulator's own clock. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Called with errors of the simulator itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running simulator. */
export interface OidcSimulator {
  /** Without a slash at its end. The control API is below `/api`. */
  readonly url: string;
  /** The issuers by the names of the profiles. */
  readonly issuers: Readonly<Record<string, string>>;
  readonly clock: AdvanceableClock;
  readonly logins: Logins;
  readonly faults: Faults;
  /** Registers a client at one eID, or replaces it. */
  addClient(profile: string, client: ClientMetadata): Promise<void>;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Shared {
  readonly url: string;
  readonly logins: Logins;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly random: Random;
  readonly onBug: (error: unknown) => void;
}

/** Starts one server for all eIDs. @throws the listen error (`EADDRINUSE`, with `port`) */
export async function startOidcSimulator(options: OidcSimulatorOptions): Promise<OidcSimulator> {
  const { host = '127.0.0.1', profiles = allProfiles, random = randomBytes } = options;
  const clock = makeAdvanceableClock(options.clock ?? (() => new Date()));
  const logins = makeLogins(clock.now);
  const faults = makeFaults();
  const server = createServer();
  const url = `http://${host}:${await listen(server, options.port, host)}`;
  const { onBug = () => {} } = options;
  const shared = { url, logins, faults, clock: clock.now, random, onBug };
  const eids = await Promise.all(profiles.map((profile) => startEid(profile, shared)));
  const control = makeControlApi({ eids, logins, faults, clock });
  control.on('error', onBug);
  server.on('request', route(eids, control.callback()));
  return {
    url,
    issuers: Object.fromEntries(eids.map(({ name, issuer }) => [name, issuer])),
    clock,
    logins,
    faults,
    async addClient(profile, client) {
      const eid = eids.find(({ name }) => name === profile);
      if (eid === undefined) throw new Error(`no eID is named ${profile}`);
      await eid.addClient(client);
    },
    close: () => close(server),
  };
}

interface RunningEid extends ControlledEid {
  readonly handle: Handler;
}

async function startEid(profile: OidcProfile, shared: Shared): Promise<RunningEid> {
  const { url, random, clock, onBug, logins } = shared;
  const issuer = `${url}/${profile.name}`;
  const stores = makeProviderStore(clock, profile.lifetimes);
  const clients = stores('Client');
  const provider = makeProvider({
    ...shared,
    profile,
    issuer,
    store: (model) => (model === 'Client' ? clients : stores(model)),
    keys: await generateKeys(profile.signingAlgorithm),
    cookieKey: random(32).toString('base64url'),
  });
  provider.on('server_error', (_ctx, error) => onBug(error));
  const library: Koa = provider;
  library.on('error', onBug);
  const page = makePersonPage({ profile, provider, logins });
  page.on('error', onBug);
  const toProvider = provider.callback();
  const toPage = page.callback();
  return {
    name: profile.name,
    country: profile.country,
    issuer,
    handle: (request, response) =>
      (request.url?.startsWith('/login/') ? toPage : toProvider)(request, response),
    addClient: async (client) => {
      await clients.upsert(client.client_id, client);
    },
  };
}

/** The first segment of the path chooses. An eID sees the rest, as the library expects of a mounted provider. */
function route(eids: readonly RunningEid[], control: Handler): Handler {
  return (request, response) => {
    const { url = '/' } = request;
    const [, first = ''] = url.split(/[/?]/, 2);
    if (first === 'assets') return sendAsset(url, response);
    const eid = eids.find(({ name }) => name === first);
    if (eid === undefined) return control(request, response);
    Object.assign(request, { originalUrl: url, url: url.slice(first.length + 1) || '/' });
    return eid.handle(request, response);
  };
}

const ASSETS: Readonly<Record<string, string>> = {
  '/assets/wait.js': 'text/javascript; charset=utf-8',
  '/assets/person.css': 'text/css; charset=utf-8',
};

async function sendAsset(path: string, response: ServerResponse): Promise<void> {
  const type = ASSETS[path];
  if (type === undefined) return void response.writeHead(404).end();
  const content = await readFile(new URL(`.${path}`, import.meta.url));
  response.writeHead(200, { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' });
  response.end(content);
}

async function generateKeys(algorithm: SigningAlgorithm): Promise<SigningKeys> {
  const [published, foreign] = await Promise.all([generateKey(algorithm), generateKey(algorithm)]);
  return { published: { ...published, kid: 'simulated-1' }, foreign };
}

async function generateKey(algorithm: SigningAlgorithm): Promise<JWK> {
  const { privateKey } =
    algorithm === 'ES256'
      ? await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
      : await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: algorithm, use: 'sig' };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
