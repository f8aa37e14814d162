import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import { memorySharedCounts } from '@eid-broker/testing/memory/shared-counts';
import { newSupportCode } from '@eid-broker/testing/sample-authentication';
import {
  sampleConfigurationWith,
  sampleOffer,
  sampleVariant,
} from '@eid-broker/testing/sample-offers';
import Koa from 'koa';
import { makeRequestLimits } from '../../../../src/adapters/admission/request-limits.ts';
import { brandsOf } from '../../../../src/adapters/http/login/brands.ts';
import { loginPages } from '../../../../src/adapters/http/login/login-pages.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import type { Branding } from '../../../../src/domain/branding.ts';
import type { EidOffer, EidVariant } from '../../../../src/domain/eid-offer.ts';
import { PLAIN_LOGIN } from '../../../../src/domain/intent.ts';
import type { Login, StartFailure } from '../../../../src/domain/login.ts';
import type { Ending } from '../../../../src/domain/progress.ts';
import { DEFAULT_LIMITS } from '../../../../src/domain/tenant.ts';
import { makeAdvanceLogin } from '../../../../src/flows/browser-login/advance-login.ts';
import {
  makeCancelLogin,
  makeReplaceOrder,
} from '../../../../src/flows/browser-login/cancel-login.ts';
import { makeDepartToEid } from '../../../../src/flows/browser-login/depart-to-eid.ts';
import { makeReceiveAnswer } from '../../../../src/flows/browser-login/receive-answer.ts';
import { makeReturnToLogin } from '../../../../src/flows/browser-login/return-to-login.ts';
import {
  makeLimitAddressStarts,
  makeStartLogin,
} from '../../../../src/flows/browser-login/start-login.ts';
import { makeAbandonOrder } from '../../../../src/flows/order/abandon-order.ts';
import { makeAdvanceOrder } from '../../../../src/flows/order/advance-order.ts';
import { makeLimitPersonStarts } from '../../../../src/flows/order/start-limits.ts';
import { makeStartOrder } from '../../../../src/flows/order/start-order.ts';
import type { Authentications } from '../../../../src/ports/authentications.ts';
import type { ConfigurationSource } from '../../../../src/ports/configuration.ts';
import type { TimelineNote } from '../../../../src/ports/login-timelines.ts';
import type { PendingLogins } from '../../../../src/ports/pending-logins.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import {
  type ScriptedEid,
  type ScriptedRedirectEid,
  scriptedEid,
  scriptedRedirectEid,
} from './scripted-eid.ts';

/** The pages behind a real HTTP server, over the real flows; only the eID is scripted. */
export interface LoginSite {
  readonly origin: string;
  /** The redirect URI of the application: another origin. */
  readonly application: string;
  /** Of all acr values but one. */
  readonly eid: ScriptedEid;
  /** Of the acr value `VISIT`. */
  readonly redirectEid: ScriptedRedirectEid;
  /** The reason of each login that ended without a person. */
  readonly results: Map<string, Ending | StartFailure>;
  /** The logins whose page was left. */
  readonly left: readonly string[];
  readonly logged: { readonly level: string; readonly event: string; readonly facts: unknown }[];
  /** Opens a pending login. */
  open(wanted?: Partial<Login>): OpenLogin;
  advance(seconds: number): void;
  /** The eID's answer arrives; it is examined until the lease ends. */
  arrive(login: OpenLogin): Promise<void>;
  /** Cuts every later connection, or none. */
  cut(off: boolean): void;
  close(): Promise<void>;
}

export interface OpenLogin {
  readonly login: Login;
  readonly path: string;
  readonly url: string;
  readonly cookie: string;
}

export const ANY = 'urn:grn:authn:se:bankid' as Acr;
export const SAME = 'urn:grn:authn:se:bankid:same-device' as Acr;
export const OTHER = 'urn:grn:authn:se:bankid:another-device' as Acr;
export const QR = 'urn:grn:authn:se:bankid:another-device:qr' as Acr;

/** Asks for number and telephone number. */
export const TYPED = 'urn:grn:authn:ee:mobile-id' as Acr;
/** Leads to the eID's own pages. */
export const VISIT = 'urn:grn:authn:dk:mitid:low' as Acr;

const ISSUER = 'https://login.example.com';
const vault = systemVault([new Uint8Array(32).fill(1)]);
const offer = sampleOffer({ title: 'BankID' });
/** Any eleven digits. */
const digits = {
  type: 'isikukood',
  shapes: [],
  parse: (text: string) => (/^\d{11}$/.test(text) ? text : undefined),
};
const OFFERS: Readonly<Record<string, EidOffer>> = {
  [TYPED]: sampleOffer({ title: 'Mobile-ID', nationalNumber: digits, languages: ['et', 'en'] }),
  [VISIT]: sampleOffer({ name: 'dk-mitid', title: 'MitID', languages: ['da', 'en'] }),
};
const VARIANTS: Readonly<Record<string, Partial<EidVariant>>> = {
  [ANY]: { device: undefined, startsAtOnce: false },
  [SAME]: { device: 'same', startsAtOnce: false },
  [OTHER]: { device: 'other', startsAtOnce: false },
  [QR]: { device: 'other', startsAtOnce: true },
  [TYPED]: { device: 'other', inputs: ['national-number', 'phone-number'] },
  [VISIT]: {
    device: 'same',
    startsAtOnce: true,
    channels: { browser: 'redirect' },
  },
};

/** The looks of the site's domain, and of its applications by client id. */
export interface SiteBrandings {
  readonly domain?: Branding;
  readonly applications?: Readonly<Record<string, Branding>>;
}

export async function openLoginSite(brandings: SiteBrandings = {}): Promise<LoginSite> {
  let now = Date.parse('2026-01-02T03:04:05Z');
  let offline = false;
  let count = 0;
  let requests = 0;
  let secrets = 0;
  const clock = () => new Date(now);
  const newId = () => `id-${++count}`;
  const logged: LoginSite['logged'] = [];
  const note = (level: string) => (event: string, facts?: unknown) => {
    logged.push({ level, event, facts });
  };
  const log = { info: note('info'), warn: note('warn'), error: note('error') };

  const eid = scriptedEid();
  const redirectEid = scriptedRedirectEid();
  const configurationSource: ConfigurationSource = {
    current: async () =>
      sampleConfigurationWith({
        eid: (_issuer, acr) => {
          const variant = VARIANTS[acr];
          if (variant === undefined) return undefined;
          const served = {
            opened: { order: eid, redirect: redirectEid },
            offer: OFFERS[acr] ?? offer,
          };
          return { ...served, variant: sampleVariant(acr, variant) };
        },
      }),
  };
  const authentications = memoryAuthentications();
  const startOrder = makeStartOrder({ authentications, newSupportCode, clock });
  const requestLimits = makeRequestLimits({
    sharedCounts: memorySharedCounts(),
    perSecond: { address: 10, 'address-starts': 10, client: 10, tenant: 10 },
    clock,
    log,
  });
  const limitAddressStarts = makeLimitAddressStarts({ requestLimits });
  const limitPersonStarts = makeLimitPersonStarts({
    rateLimits: memoryRateLimits(),
    vault: { hash: (secret, context) => `hash(${secret}, ${context})` },
    clock,
  });
  const abandonOrder = makeAbandonOrder({ authentications, configurationSource, clock });
  const sleep = async () => undefined;
  const noted: TimelineNote[] = [];
  const noteSteps = {
    note: (one: TimelineNote) => void noted.push(one),
    refused: () => undefined,
  };
  const advanceOrder = makeAdvanceOrder({
    authentications,
    configurationSource,
    abandonOrder,
    noteSteps,
    sleep,
    clock,
    log,
  });

  const logins = new Map<string, Login>();
  const results = new Map<string, Ending | StartFailure>();
  const left: string[] = [];
  const app = new Koa();
  app.use(async (ctx, next) => {
    if (offline) {
      ctx.req.socket.destroy();
      return;
    }
    // As the request handler does.
    requests += 1;
    ctx.set('X-Request-Id', `request-${requests}`);
    ctx.req.headers['x-forwarded-for'] = ctx.ip;
    await next();
  });
  app.use(
    loginPages({
      issuer: ISSUER,
      vault,
      receiveAnswer: makeReceiveAnswer({
        authentications,
        configurationSource,
        noteSteps,
        sleep,
        clock,
        log,
      }),
      logins: cookieLogins({ logins, results, authentications }),
      advanceLogin: makeAdvanceLogin({
        configurationSource,
        advanceOrder,
        limitAddressStarts,
        clock,
      }),
      startLogin: makeStartLogin({
        authentications,
        configurationSource,
        startOrder,
        departToEid: makeDepartToEid({ authentications, vault, newId, newSupportCode, clock }),
        limitPersonStarts,
        newId,
        clock,
        limitAddressStarts,
      }),
      cancelLogin: makeCancelLogin({ authentications, abandonOrder, clock }),
      replaceOrder: makeReplaceOrder({ abandonOrder }),
      cancelLateStart: async () => undefined,
      leaveLogin: async ({ id }) => left.push(id) > 0,
      returnToLogin: makeReturnToLogin({
        authentications,
        configurationSource,
        abandonOrder,
        clock,
      }),
      configurationSource,
      brands: brandsOfSite(brandings),
      newId: () => `kept-${++secrets}`,
      newSupportCode,
      noteSteps,
      loginTimelines: { ofLogin: async () => undefined },
      tenantId: 'tenant-1',
      clock,
      log,
    }),
  );
  app.use(async (ctx) => {
    const id = /^\/resume\/(.+)$/.exec(ctx.path)?.[1];
    if (id === undefined) return;
    // As consuming the result does.
    logins.delete(id);
    ctx.redirect(`${application.origin}/callback`);
  });
  const site = await listen(app.callback());
  const application = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Application</title>Welcome back');
  });

  return {
    origin: site.origin,
    application: application.origin,
    eid,
    redirectEid,
    results,
    left,
    logged,
    open(wanted = {}) {
      const login: Login = {
        id: `login-${logins.size + results.size + 1}`,
        tenantId: 'demo',
        issuer: site.origin,
        domain: {
          tenantId: 'demo',
          issuer: site.origin,
          environment: 'test',
          limits: DEFAULT_LIMITS,
        },
        clientId: 'demo-web',
        supportCode: newSupportCode(),
        applicationName: 'Demo shop',
        acr: ANY,
        intent: PLAIN_LOGIN,
        isRequestAuthenticated: true,
        scope: ['openid'],
        idToken: 'full',
        uiLocales: [],
        returnsTo: application.origin,
        ...wanted,
      };
      logins.set(login.id, login);
      const path = `/login/${login.id}`;
      return { login, path, url: site.origin + path, cookie: `login=${login.id}` };
    },
    advance(seconds) {
      now += seconds * 1000;
    },
    async arrive({ login }) {
      const latest = await authentications.findLatest(login.id);
      const leaseUntil = new Date(now + 10_000);
      await authentications.takeReturn(latest?.id ?? '', { now: clock(), leaseUntil });
    },
    cut(off) {
      offline = off;
    },
    async close() {
      await Promise.all([site.close(), application.close()]);
    },
  };
}

function brandsOfSite({ domain: branding, applications = {} }: SiteBrandings) {
  const domain = {
    tenantId: 'demo',
    issuer: ISSUER,
    environment: 'test',
    singleSignOn: undefined,
    limits: DEFAULT_LIMITS,
    branding,
    acrValues: [],
  } as const;
  const all = Object.entries(applications).map(([clientId, own]) =>
    sampleApplication({ clientId, branding: own }),
  );
  return brandsOf(
    domain,
    sampleConfigurationWith({
      application: (_domain, clientId) => all.find((one) => one.clientId === clientId),
      applications: () => all,
    }),
  );
}

interface Stored {
  readonly logins: Map<string, Login>;
  readonly results: Map<string, Ending | StartFailure>;
  readonly authentications: Pick<Authentications, 'findLatest'>;
}

/** A login belongs to the browser whose cookie carries its id. */
function cookieLogins({
  logins,
  results,
  authentications,
}: Stored): PendingLogins<IncomingMessage, ServerResponse> {
  return {
    async load({ url, headers }) {
      const id = url?.split(/[/?]/)[2] ?? '';
      const ids = [...(headers.cookie ?? '').matchAll(/login=([^;]+)/g)].map(([, value]) => value);
      const login = ids.includes(id) ? logins.get(id) : undefined;
      if (login === undefined) return undefined;
      const authentication = await authentications.findLatest(id);
      const snapshot = authentication && { authentication, lease: undefined };
      return { login, snapshot, resumeUrl: `/resume/${id}` };
    },
    async end({ url }, _response, why) {
      const id = url?.split(/[/?]/)[2] ?? '';
      if (!logins.delete(id)) return undefined;
      results.set(id, why);
      return `/resume/${id}`;
    },
    whyMissing: ({ headers }) =>
      headers.cookie?.includes('login=') ? 'login-gone' : 'cookie-missing',
    resumeUrlOf: (id) => `/resume/${id}`,
  };
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
