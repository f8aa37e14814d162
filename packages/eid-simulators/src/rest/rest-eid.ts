import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

import type { Context, Middleware } from 'koa';

import { makeCallCounts } from '../shared/call-counts.ts';
import { makeFaultQueue } from '../shared/fault-queue.ts';
import { isObject } from '../shared/json-members.ts';
import { newUuid } from '../shared/random.ts';
import { applyTransport } from '../shared/transport-faults.ts';
import { personsOf } from '../world/persons.ts';
import type { SimulatedEid, World } from '../world/world.ts';
import { parseRestFault, type RestEffect, type RestFaultOrder } from './rest-faults.ts';
import {
  RestError,
  type RestFault,
  type RestProfile,
  type RestReply,
  type RestRoom,
  type RestRoute,
  type RestRoutes,
} from './rest-profile.ts';

/** One running eID. */
export interface RestEid extends SimulatedEid {
  readonly serve: Middleware;
}

type Deps = Pick<RestRoom, 'address' | 'appUrl' | 'pki' | 'random'> & {
  readonly world: World;
  readonly onBug: (error: unknown) => void;
};

const MAXIMUM_BODY = 512 * 1024;

/** An eID that opens at its first request. */
export function makeRestEid(profile: RestProfile, deps: Deps): RestEid {
  const { name, title, countries, endpoints } = profile;
  const faults = makeFaultQueue<RestFaultOrder>();
  const counts = makeCallCounts(endpoints);
  let opened: Promise<RestRoutes> | undefined;
  const open = () => {
    opened ??= Promise.resolve(profile.open(roomOf(profile, deps)));
    return opened;
  };
  return {
    name,
    title,
    countries,
    address: deps.address,
    faults: {
      add: (fault) => faults.add(parseRestFault(fault, endpoints)),
      list: () => faults.list().map((fault) => ({ profile: name, ...fault })),
      clear: () => faults.clear(),
    },
    statistics: () => ({ calls: counts.read() }),
    enrol: async ({ name: serviceName }) => ({
      ...usualSettings(deps, serviceName),
      ...profile.serviceSettings?.(deps),
    }),
    openLink: async (link) => (await open()).openLink?.(link),
    async serve(context) {
      try {
        send(context, await replyTo(context));
      } catch (error) {
        if (!(error instanceof RestError)) deps.onBug(error);
        send(context, error instanceof RestError ? error.reply : profile.refuse('bug'));
      }
    },
  };

  async function replyTo(context: Context): Promise<RestReply | undefined> {
    const relyingParty = relyingPartyOf(context);
    if (profile.clientCertificate && relyingParty === undefined) refuse('no-certificate');
    const routes = (await open()).endpoints;
    const path = context.path.slice(name.length + 1);
    const found = Object.entries(routes).flatMap(([endpoint, route]) => {
      const parameters = parametersOf(route, path);
      return parameters === undefined ? [] : [{ endpoint, route, parameters }];
    });
    if (found.length === 0) return refuse('unknown-path');
    const meant = found.find(({ route }) => route.method === context.method);
    if (meant === undefined) return refuse('wrong-method');
    const { endpoint, route, parameters } = meant;
    counts.count(endpoint);
    const answer = async () => {
      const bytes = await bytesOf(context);
      return route.answer({
        parameters,
        query: context.URL.searchParams,
        contentType: (context.get('Content-Type') ?? '').toLowerCase(),
        body: bytes.toString('utf8'),
        bytes,
        relyingParty,
        signal: signalOf(context),
      });
    };
    const fault = faults.take((each) => each.endpoint === endpoint);
    return fault === undefined ? answer() : spoil(fault.effect, context, answer);
  }

  function refuse(reason: RestFault): never {
    throw new RestError(profile.refuse(reason));
  }

  async function bytesOf({ req }: Context): Promise<Buffer> {
    const bytes = await buffer(req);
    if (bytes.length > MAXIMUM_BODY) refuse('too-large');
    return bytes;
  }
}

function roomOf(profile: RestProfile, deps: Deps): RestRoom {
  const { logins, clock } = deps.world;
  const { name, countries } = profile;
  return {
    address: deps.address,
    appUrl: deps.appUrl,
    clock: clock.now,
    random: deps.random,
    pki: deps.pki,
    persons: countries.flatMap(personsOf),
    start(login) {
      const id = newUuid(deps.random);
      logins.start({ clientId: '', scope: '', ...login, id, profile: name });
      return id;
    },
    find(id) {
      const login = logins.find(id);
      return login?.profile === name ? login : undefined;
    },
    decided: logins.decided,
  };
}

/** By the names that settings of such eIDs have; a service takes those that it knows. */
function usualSettings({ address, pki }: Deps, relyingPartyName: string) {
  const { tlsRoot, tlsServer, rpClient } = pki;
  const serverKey = tlsServer.certificate.publicKey.export({ type: 'spki', format: 'der' });
  return {
    url: address,
    apiUrl: address,
    ca: tlsRoot.certificate.toString(),
    serverKeys: [createHash('sha256').update(serverKey).digest('base64')],
    clientCertificate: {
      certificate: rpClient.certificate.toString(),
      privateKey: rpClient.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    relyingPartyName,
    relyingPartyUuid: '00000000-0000-4000-8000-000000000000',
  };
}

/** The values of the route's `:name`, or undefined for another path. */
function parametersOf(
  { path }: RestRoute,
  given: string,
): Readonly<Record<string, string>> | undefined {
  const names = path.split('/');
  const values = given.split('/');
  if (names.length !== values.length) return undefined;
  const isSame = names.every((name, at) => name.startsWith(':') || name === values[at]);
  if (!isSame) return undefined;
  const pairs = names.flatMap((name, at) =>
    name.startsWith(':') ? [[name.slice(1), decodeURIComponent(values[at] ?? '')]] : [],
  );
  return Object.fromEntries(pairs);
}

/** The effect takes the place of the reply, or changes it. */
async function spoil(
  effect: RestEffect,
  context: Context,
  answer: () => Promise<RestReply>,
): Promise<RestReply | undefined> {
  if (effect.kind === 'answer') {
    const { status, body } = await answer();
    const own = typeof body === 'object' && isObject(body) ? body : {};
    return { status: effect.status ?? status, body: { ...own, ...effect.members } };
  }
  let reply: RestReply | undefined;
  await applyTransport(effect, context, async () => {
    reply = await answer();
  });
  return effect.kind === 'lost' ? undefined : reply;
}

/** Without a reply the fault has responded already. */
function send(context: Context, reply: RestReply | undefined): void {
  if (reply === undefined) return;
  const { status, body, contentType = 'application/json', headers = {} } = reply;
  context.status = status;
  context.set(headers);
  if (body === undefined) {
    context.body = '';
    context.remove('Content-Type');
    return;
  }
  const isReady = typeof body === 'string' || Buffer.isBuffer(body);
  context.body = isReady ? body : JSON.stringify(body);
  context.set('Content-Type', contentType);
}

/** Only a certificate that the simulator's authority issued counts. */
function relyingPartyOf({ req: { socket } }: Context): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const subject: Readonly<Record<string, unknown>> = { ...socket.getPeerCertificate().subject };
  return String(subject.name ?? subject.CN ?? '');
}

function signalOf({ res }: Context): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}
