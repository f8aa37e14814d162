import { randomBytes } from 'node:crypto';
import { createServer } from 'node:https';

import Koa from 'koa';

import type { Pki } from '../bankid/pki/pki.ts';
import { useControl } from '../control/control-api.ts';
import type { AdvanceableClock, Clock } from '../shared/clock.ts';
import type { Random } from '../shared/random.ts';
import { close, listen } from '../shared/servers.ts';
import type { Logins } from '../world/logins.ts';
import { makeWorld, type World } from '../world/world.ts';
import { profiles as allProfiles } from './profiles/registry.ts';
import { makeRestEid, type RestEid } from './rest-eid.ts';
import type { RestProfile } from './rest-profile.ts';

/** How the simulator is started. */
export interface RestSimulatorOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The address to listen on; by default 127.0.0.1. */
  readonly host?: string;
  /** The certificates of the server, of its clients and of persons: `openPki`. */
  readonly pki: Pki;
  /** By default all. */
  readonly profiles?: readonly RestProfile[];
  /** The server with the pages of persons, such as the phone's; by default this one. */
  readonly pagesUrl?: string;
  /** The base of the simulator's own clock. Not together with `world`. */
  readonly clock?: Clock;
  /** The world that it shares with other simulators; by default one of its own. */
  readonly world?: World;
  readonly random?: Random;
  /** Called with errors of the simulator itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running simulator. */
export interface RestSimulator {
  /** `https://localhost:3014`. The control API is below `/api`, the person's page at `/waiting`. */
  readonly url: string;
  /** The base addresses by the names of the profiles. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly clock: AdvanceableClock;
  readonly logins: Logins;
  readonly world: World;
  /** Adds a fault as the control API does. @throws {Refusal} */
  addFault(profile: string, fault: unknown): void;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/** Starts one server for all eIDs. @throws the listen error (`EADDRINUSE`, with `port`) */
export async function startRestSimulator(options: RestSimulatorOptions): Promise<RestSimulator> {
  const { host = '127.0.0.1', profiles = allProfiles, random = randomBytes, pki } = options;
  const { onBug = () => {}, world = makeWorld(options.clock ?? (() => new Date())) } = options;
  const app = new Koa();
  const server = createServer(tlsOptions(pki));
  const url = `https://localhost:${await listen(server, options.port, host)}`;
  const { pagesUrl = url } = options;
  const eids = profiles.map((profile) =>
    makeRestEid(profile, {
      address: `${url}/${profile.name}`,
      appUrl: `${pagesUrl}/app/${profile.name}`,
      ...{ world, pki, random, onBug },
    }),
  );
  for (const eid of eids) world.add(eid);
  app.on('error', onBug);
  app.use(chosenBy(eids));
  useControl(app, world);
  server.on('request', app.callback());
  return {
    url,
    addresses: Object.fromEntries(eids.map(({ name, address }) => [name, address])),
    clock: world.clock,
    logins: world.logins,
    world,
    addFault: (profile, fault) => world.eid(profile).faults.add(fault),
    close: () => close(server),
  };
}

/** The first segment of the path chooses the eID. */
function chosenBy(eids: readonly RestEid[]): Koa.Middleware {
  return (context, next) => {
    const [, first] = context.path.split('/', 2);
    const eid = eids.find(({ name }) => name === first);
    return eid === undefined ? next() : eid.serve(context, next);
  };
}

/** Each eID decides whether it needs a client certificate; one of another authority never counts. */
function tlsOptions({ tlsServer, rpAuthority }: Pki) {
  return {
    key: tlsServer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: tlsServer.certificate.toString(),
    ca: rpAuthority.certificate.toString(),
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    // Longer than any service pauses between two polls.
    keepAliveTimeout: 60_000,
    ALPNProtocols: ['http/1.1'],
  } as const;
}
