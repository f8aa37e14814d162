import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';

import type { JWK } from 'jose';
import Koa from 'koa';
import type { ClientMetadata } from 'oidc-provider';

import { useControl } from '../control/control-api.ts';
import { makeCallCounts } from '../shared/call-counts.ts';
import type { AdvanceableClock, Clock } from '../shared/clock.ts';
import type { Random } from '../shared/random.ts';
import { close, listen } from '../shared/servers.ts';
import type { Logins } from '../world/logins.ts';
import { makeWorld, type SimulatedEid, type World } from '../world/world.ts';
import { entityStatementOf } from './entity-statement.ts';
import { parseFault } from './fault-requests.ts';
import { type Faults, makeFaults } from './faults.ts';
import type { SigningKeys } from './forge.ts';
import { clientOf, type Handler, openIssuer } from './issuer.ts';
import type { OidcProfile, SigningAlgorithm } from './profile.ts';
import { profiles as allProfiles } from './profiles/registry.ts';
import { makeProviderStore } from './provider-store.ts';
import { endpointAt, endpoints } from './routes.ts';

/** How the simulator is started. */
export interface OidcSimulatorOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The address to listen on, also in every issuer; by default 127.0.0.1. */
  readonly host?: string;
  /** The address in every issuer, of a proxy in front of it; by default its own. Without a slash at its end. */
  readonly url?: string;
  /** By default all. */
  readonly profiles?: readonly OidcProfile[];
  /** The base of the simulator's own clock. Not together with `world`. */
  readonly clock?: Clock;
  /** The world that it shares with other simulators; by default one of its own. */
  readonly world?: World;
  readonly random?: Random;
  /** Four RSA keys that all eIDs use, for a fast start. By default each makes its own at its first request. */
  readonly rsaKeys?: readonly KeyObject[];
  /** Called with errors of the simulator itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running simulator. */
export interface OidcSimulator {
  /** Without a slash at its end. The control API is below `/api`, the person's page at `/waiting`. */
  readonly url: string;
  /** The issuers by the names of the profiles. */
  readonly issuers: Readonly<Record<string, string>>;
  readonly clock: AdvanceableClock;
  readonly logins: Logins;
  readonly faults: Faults;
  readonly world: World;
  /** Registers a client at one eID, or replaces it. */
  addClient(profile: string, client: ClientMetadata): Promise<void>;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

interface Shared {
  readonly url: string;
  readonly world: World;
  readonly faults: Faults;
  readonly random: Random;
  readonly onBug: (error: unknown) => void;
  readonly makeKeys: (profile: OidcProfile) => Promise<SigningKeys>;
}

/** Starts one server for all eIDs. @throws the listen error (`EADDRINUSE`, with `port`) */
export async function startOidcSimulator(options: OidcSimulatorOptions): Promise<OidcSimulator> {
  const { host = '127.0.0.1', profiles = allProfiles, random = randomBytes } = options;
  const { onBug = () => {}, world = makeWorld(options.clock ?? (() => new Date())) } = options;
  const faults = makeFaults();
  const server = createServer();
  const port = await listen(server, options.port, host);
  const { url = `http://${host}:${port}` } = options;
  const makeKeys = (profile: OidcProfile) => generateKeys(profile, options.rsaKeys);
  const shared = { url, world, faults, random, onBug, makeKeys };
  const eids = profiles.map((profile) => startEid(profile, shared));
  for (const eid of eids) world.add(eid);
  const app = new Koa();
  app.on('error', onBug);
  useControl(app, world);
  server.on('request', route(eids, app.callback()));
  return {
    url,
    issuers: Object.fromEntries(eids.map(({ name, address }) => [name, address])),
    clock: world.clock,
    logins: world.logins,
    faults,
    world,
    async addClient(profile, client) {
      const eid = eids.find(({ name }) => name === profile);
      if (eid === undefined) throw new Error(`no eID is named ${profile}`);
      await eid.addClient(client);
    },
    close: () => close(server),
  };
}

interface RunningEid extends SimulatedEid {
  addClient(client: ClientMetadata): Promise<void>;
  readonly handle: Handler;
}

/** Its provider and its keys are made at the first request: many eIDs cost nothing until they are used. */
function startEid(profile: OidcProfile, shared: Shared): RunningEid {
  const { world, faults, onBug } = shared;
  const { name, title, country } = profile;
  const address = `${shared.url}/${name}`;
  const stores = makeProviderStore(world.clock.now, profile.lifetimes);
  const clients = stores('Client');
  const store = (model: string) => (model === 'Client' ? clients : stores(model));
  const counts = makeCallCounts(endpoints);
  let opened: Promise<Handler> | undefined;
  let keys: Promise<SigningKeys> | undefined;
  const keysOnce = () => {
    keys ??= shared.makeKeys(profile);
    return keys;
  };
  return {
    name,
    title,
    countries: [country],
    address,
    faults: {
      add: (fault) => faults.add(parseFault(fault, name)),
      list: () => faults.list().filter((fault) => fault.profile === name),
      clear: () => faults.clear((fault) => fault.profile === name),
    },
    statistics: () => ({ calls: counts.read() }),
    addClient: async (client) => {
      await clients.upsert(client.client_id, client);
    },
    async enrol(asked) {
      const clientId = profile.clientIdOf?.(asked.clientId) ?? asked.clientId;
      const service = { ...asked, clientId };
      await clients.upsert(clientId, clientOf(service, profile));
      const secret = 'secret' in service.credential ? service.credential.secret : undefined;
      return {
        issuer: address,
        clientId,
        ...(secret !== undefined && { clientSecret: secret }),
        ...(profile.hasEntityStatement && { entityStatement: await statement() }),
        ...profile.serviceSettings?.(address),
      };
    },
    async handle(request, response) {
      const endpoint = endpointAt(profile, String(request.url?.split('?', 1)));
      if (endpoint !== undefined) counts.count(endpoint);
      opened ??= openIssuer({ ...shared, profile, issuer: address, store, makeKeys: keysOnce });
      await (await opened.catch(fail))(request, response);

      function fail(error: unknown): Handler {
        onBug(error);
        return () => response.writeHead(500).end();
      }
    },
  };

  async function statement(): Promise<string> {
    const clock = world.clock.now;
    return entityStatementOf({ profile, issuer: address, keys: await keysOnce(), clock });
  }
}

/** The first segment of the path chooses. An eID sees the rest, as the library expects of a mounted provider. */
function route(eids: readonly RunningEid[], others: Handler): Handler {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    const [, first = ''] = url.split(/[/?]/, 2);
    const eid = eids.find(({ name }) => name === first);
    if (eid === undefined) return others(request, response);
    Object.assign(request, { originalUrl: url, url: url.slice(first.length + 1) || '/' });
    return eid.handle(request, response);
  };
}

async function generateKeys(
  profile: OidcProfile,
  rsaKeys: readonly KeyObject[] = [],
): Promise<SigningKeys> {
  const { signingAlgorithm, answers, hasEntityStatement } = profile;
  const [published, foreign, encryption, entity] = await Promise.all([
    keyFor(signingAlgorithm, rsaKeys[0]),
    keyFor(signingAlgorithm, rsaKeys[1]),
    answers && keyFor('RS256', rsaKeys[2]),
    hasEntityStatement ? keyFor('RS256', rsaKeys[3]) : undefined,
  ]);
  const { alg: _, ...unbound } = encryption ?? {};
  return {
    published: { ...published, kid: 'simulated-1' },
    foreign,
    encryption: encryption && { ...unbound, kid: 'simulated-encryption', use: 'enc' },
    entity: entity && { ...entity, kid: 'simulated-entity' },
  };
}

async function keyFor(algorithm: SigningAlgorithm, rsaKey: KeyObject | undefined): Promise<JWK> {
  const privateKey =
    algorithm === 'ES256'
      ? (await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })).privateKey
      : (rsaKey ?? (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey);
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: algorithm, use: 'sig' };
}
