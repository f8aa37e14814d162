import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import { memorySharedCounts } from '@eid-broker/testing/memory/shared-counts';
import { at, newSupportCode } from '@eid-broker/testing/sample-authentication';
import {
  sampleConfigurationWith,
  sampleOffer,
  sampleVariant,
} from '@eid-broker/testing/sample-offers';
import { makeRequestLimits } from '../../src/adapters/admission/request-limits.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import type { Acr } from '../../src/domain/acr.ts';
import type { Device } from '../../src/domain/authentication.ts';
import type { EidOffer, EidVariant } from '../../src/domain/eid-offer.ts';
import { type Intent, PLAIN_LOGIN } from '../../src/domain/intent.ts';
import type { Login } from '../../src/domain/login.ts';
import { DEFAULT_LIMITS } from '../../src/domain/tenant.ts';
import { makeAdvanceLogin } from '../../src/flows/browser-login/advance-login.ts';
import { makeCancelLogin } from '../../src/flows/browser-login/cancel-login.ts';
import { makeDepartToEid } from '../../src/flows/browser-login/depart-to-eid.ts';
import type { UserAgent } from '../../src/flows/browser-login/login.ts';
import { makeReturnToLogin } from '../../src/flows/browser-login/return-to-login.ts';
import {
  makeLimitAddressStarts,
  makeStartEmbeddedLogin,
  makeStartLogin,
} from '../../src/flows/browser-login/start-login.ts';
import { makeAbandonOrder } from '../../src/flows/order/abandon-order.ts';
import { makeAdvanceOrder, snapshotOf } from '../../src/flows/order/advance-order.ts';
import { makeLimitPersonStarts } from '../../src/flows/order/start-limits.ts';
import { makeStartOrder } from '../../src/flows/order/start-order.ts';
import type { Authentications } from '../../src/ports/authentications.ts';
import type { ConfigurationSource } from '../../src/ports/configuration.ts';
import type { OrderEid } from '../../src/ports/eid.ts';
import type { Log, LogFacts } from '../../src/ports/log.ts';
import type { TimelineNote } from '../../src/ports/login-timelines.ts';
import { scriptedEid } from './scripted-eid.ts';

/** The login of the flow tests. */
export const LOGIN: Login = {
  id: 'login-1',
  tenantId: 'tenant-1',
  issuer: 'https://login.example.com',
  domain: {
    tenantId: 'tenant-1',
    issuer: 'https://login.example.com',
    environment: 'test',
    limits: DEFAULT_LIMITS,
  },
  clientId: 'shop',
  applicationName: 'The Shop',
  acr: 'urn:grn:authn:xx:some-eid' as Acr,
  intent: PLAIN_LOGIN,
  isRequestAuthenticated: true,
  scope: ['openid'],
  idToken: 'full',
  uiLocales: [],
  returnsTo: 'https://shop.example',
};

/** The text that the tests sign: "I agree." */
export const SIGNATURE: Intent = {
  kind: 'signature',
  action: 'sign',
  text: { visible: 'SSBhZ3JlZS4=', format: 'plaintext', nonVisible: 'aGlkZGVu' },
  person: undefined,
};

/** A request to sign that is pending. */
export const SIGNING: Login = { ...LOGIN, intent: SIGNATURE };

/** The browser of the flow tests. */
export const USER_AGENT: UserAgent = { ip: '192.0.2.7', userAgent: 'Browser/1.0', language: 'en' };

/** Wrappers and settings that a test may put between the flows and their dependencies. */
export interface Between {
  readonly authentications?: (real: Authentications) => Authentications;
  readonly eid?: (real: OrderEid) => OrderEid;
  /** The device that the acr fixes; without it the person chooses. */
  readonly acrDevice?: Device;
  /** The facts that the page asks for. */
  readonly inputs?: EidVariant['inputs'];
  /** Whether the page of the acr starts by itself. */
  readonly startsAtOnce?: boolean;
  readonly offer?: Partial<EidOffer>;
  /** The limit of starts without a named person for one address in ten seconds. */
  readonly startsPerAddress?: number;
}

/** All flows of a browser login over one store, one scripted eID and one clock that only the test advances. */
export function openFlows(between: Between = {}) {
  let seconds = 0;
  let isOffered = true;
  let ids = 0;
  const clock = () => at(seconds);
  const logged: { readonly event: string; readonly facts: LogFacts | undefined }[] = [];
  const note = (event: string, facts?: LogFacts) => void logged.push({ event, facts });
  const log: Log = { info: note, warn: note, error: note };
  const noted: TimelineNote[] = [];
  const noteSteps = { note: (one: TimelineNote) => void noted.push(one) };

  const eid = scriptedEid();
  const store = memoryAuthentications();
  const authentications = between.authentications?.(store) ?? store;
  const { acrDevice: device, inputs = [], startsAtOnce = false, startsPerAddress = 100 } = between;
  const variant = sampleVariant(LOGIN.acr, { device, inputs, startsAtOnce });
  const configurationSource = directoryOf(() =>
    isOffered
      ? {
          opened: { order: between.eid?.(eid) ?? eid },
          offer: sampleOffer(between.offer),
          variant,
        }
      : undefined,
  );

  const startOrder = makeStartOrder({ authentications, newSupportCode, clock });
  const abandonOrder = makeAbandonOrder({ authentications, configurationSource, clock });
  const sleep = async (by: number) => {
    seconds += by;
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
  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  const requestLimits = makeRequestLimits({
    sharedCounts: memorySharedCounts(),
    perSecond: { address: 10, 'address-starts': startsPerAddress / 10, client: 10, tenant: 10 },
    clock,
    log,
  });
  const limitAddressStarts = makeLimitAddressStarts({ requestLimits });
  const advanceLogin = makeAdvanceLogin({
    configurationSource,
    advanceOrder,
    limitAddressStarts,
    clock,
  });
  const cancelLogin = makeCancelLogin({ authentications, abandonOrder, clock });
  const limitPersonStarts = makeLimitPersonStarts({
    rateLimits: memoryRateLimits(),
    vault: { hash: (secret, context) => `hash(${secret}, ${context})` },
    clock,
  });
  const limits = { limitPersonStarts, limitAddressStarts };
  const vault = systemVault([new Uint8Array(32).fill(1)]);
  const departToEid = makeDepartToEid({ authentications, vault, newId, newSupportCode, clock });
  const startSteps = { startOrder, departToEid, ...limits };
  const starting = { authentications, configurationSource, ...startSteps, newId, clock };

  return {
    eid,
    authentications: store,
    configurationSource,
    clock,
    logged,
    /** The steps that were noted for timelines. */
    noted,
    advance: (by: number) => {
      seconds += by;
    },
    /** Removes the eID from the domain, as an operator does. */
    withdrawEid: () => {
      isOffered = false;
    },
    startOrder,
    advanceOrder,
    abandonOrder,
    startLogin: makeStartLogin(starting),
    startEmbeddedLogin: makeStartEmbeddedLogin(starting),
    /** Finds the latest attempt and advances it, as the login pages do. */
    advanceLogin: async (login: Login, userAgent: UserAgent) => {
      const authentication = await authentications.findLatest(login.id);
      return advanceLogin(login, userAgent, authentication && snapshotOf(authentication));
    },
    cancelLogin: async (login: Login) => cancelLogin(await authentications.findLatest(login.id)),
    returnToLogin: makeReturnToLogin({ authentications, configurationSource, abandonOrder, clock }),
    /** The attempt as stored. */
    latest: async () => {
      const authentication = await store.findLatest(LOGIN.id);
      if (authentication === undefined) throw new Error('the login has no attempt');
      return authentication;
    },
  };
}

function directoryOf(
  offered: () => ReturnType<Awaited<ReturnType<ConfigurationSource['current']>>['eid']>,
): ConfigurationSource {
  const configuration = sampleConfigurationWith({
    eid: (issuer, acr) => (issuer === LOGIN.issuer && acr === LOGIN.acr ? offered() : undefined),
  });
  return { current: async () => configuration };
}
