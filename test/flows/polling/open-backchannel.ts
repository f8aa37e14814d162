import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryIssuance } from '@eid-broker/testing/memory/issuance';
import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import { at, newSupportCode, PERSON } from '@eid-broker/testing/sample-authentication';
import {
  SAMPLE_PHONE,
  sampleConfigurationWith,
  sampleOffer,
  sampleVariant,
} from '@eid-broker/testing/sample-offers';

import { watcherLimit } from '../../../src/adapters/admission/concurrency-limit.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import type { Application } from '../../../src/domain/application.ts';
import type { EidVariant, PhoneRules } from '../../../src/domain/eid-offer.ts';
import { type Intent, PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../src/domain/tenant.ts';
import { makeFlows } from '../../../src/flows/flows.ts';
import type { Recipient } from '../../../src/flows/order/consume-result.ts';
import type { Artifacts } from '../../../src/ports/artifacts.ts';
import type { Authentications, Poller } from '../../../src/ports/authentications.ts';
import type { OrderEid } from '../../../src/ports/eid.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { Clock } from '../../../src/ports/runtime.ts';
import type { Vault } from '../../../src/ports/vault.ts';
import { sampleApplication } from '../../support/sample-application.ts';
import { scriptedEid } from '../../support/scripted-eid.ts';

const ACR = 'urn:grn:authn:xx:some-eid' as Acr;

/** The domain of the tests. */
export const DOMAIN: Domain = {
  tenantId: 'tenant-1',
  issuer: 'https://login.example.com',
  environment: 'test',
  singleSignOn: undefined,
  limits: DEFAULT_LIMITS,
  acrValues: [ACR],
};

/** The application of the tests may use both flows. */
export const BACKEND = sampleApplication({
  clientId: 'backend',
  flows: ['ciba', 'headless'],
  phoneStartsPerMinute: 3,
});

/** Confirms a call of the named person. */
export const CALL: Intent = {
  kind: 'authentication',
  action: 'login',
  text: { visible: 'SGVsbG8=', format: 'plaintext', nonVisible: undefined },
  person: PERSON.nationalId,
};

/** A valid CIBA request. */
export const PHONE_START = {
  domain: DOMAIN,
  application: BACKEND,
  acr: ACR,
  intent: CALL,
  callInitiator: 'RP',
  scope: ['openid'],
  requestedExpiry: undefined,
} as const;

/** A valid headless request. */
export const HEADLESS_START = {
  domain: DOMAIN,
  application: BACKEND,
  acr: ACR,
  intent: PLAIN_LOGIN,
  scope: ['openid'],
  expiresIn: 120,
  endUserIp: '192.0.2.7',
  callerIp: '198.51.100.1',
  returnUrl: undefined,
} as const;

/** The client and channel of the polls. */
export const CIBA: Poller = { issuer: DOMAIN.issuer, clientId: 'backend', channel: 'ciba' };
export const HEADLESS: Poller = { ...CIBA, channel: 'headless' };

/** A one-to-one replacement of the hash. */
export const authenticationIdOf = (requestId: string) => `attempt of ${requestId}`;

const vault: Pick<Vault, 'hash'> = { hash: (secret, context) => `hash(${secret}, ${context})` };

/** Wrappers around the real parts. */
export interface Between {
  readonly authentications?: (real: Authentications) => Authentications;
  readonly eid?: (clock: Clock) => OrderEid;
  readonly phone?: PhoneRules;
  /** The facts that our page would ask for. */
  readonly inputs?: EidVariant['inputs'];
}

/** The backchannel flows over one store, one scripted eID and one clock that the test advances. */
export function openBackchannel(between: Between = {}) {
  let seconds = 0;
  let requests = 0;
  let application: Application | undefined = BACKEND;
  let isOffered = true;
  const variant = sampleVariant(ACR, { inputs: between.inputs ?? [] });
  const clock = () => at(seconds);
  const eid = scriptedEid();
  const texts = { ...sampleOffer().texts, phone: between.phone ?? SAMPLE_PHONE };
  const offer = sampleOffer({ texts });
  const store = memoryAuthentications();
  const authentications = between.authentications?.(store) ?? store;
  const offered = between.eid?.(clock) ?? eid;
  const stored = memoryArtifacts({ clock });
  let put = stored.put;
  const artifacts: Artifacts = { ...stored, put: (artifact) => put(artifact) };
  const log: Log = { info: ignore, warn: ignore, error: ignore };
  const configurationSource = {
    current: async () =>
      sampleConfigurationWith({
        domains: [DOMAIN],
        domainOf: () => DOMAIN,
        application: () => application,
        applications: () => (application === undefined ? [] : [application]),
        eid: () => (isOffered ? { opened: { order: offered }, offer, variant } : undefined),
      }),
  };
  const flows = makeFlows({
    watcherLimit: watcherLimit(),
    authentications,
    configurationSource,
    authenticationIdOf,
    clock,
    log,
    noteSteps: { note: ignore },
    artifacts,
    issuance: memoryIssuance({ authentications, artifacts: stored }),
    rateLimits: memoryRateLimits(),
    // Only browsers' starts are counted here.
    requestLimits: { count: ignore, share: async () => undefined },
    // The flows use no other method of it.
    vault: vault as Vault,
    newId: () => 'unused',
    newSupportCode,
    newRequestId: () => {
      requests += 1;
      return `request-${requests}`;
    },
    sleep: async (by) => {
      seconds += by;
    },
  });
  return {
    ...flows.backchannel,
    eid,
    clock,
    authentications: store,
    abandonExpired: flows.abandonExpired,
    consumeResult: async (id: string, to: Recipient) => {
      const authentication = await store.find(id);
      if (authentication?.progress.state !== 'identified') return false;
      const { progress } = authentication;
      return flows.consumeResult({ ...authentication, progress }, to, {
        stored: undefined,
        login: undefined,
      });
    },
    advance: (by: number) => {
      seconds += by;
    },
    /** The operator changes the application, or removes it. */
    changeApplication: (changed: Application | undefined) => {
      application = changed;
    },
    /** The store of artifacts fails from now on. */
    failArtifacts: () => {
      put = () => Promise.reject(new Error('the store is down'));
    },
    /** The operator removes the eID from the domain. */
    withdrawEid: () => {
      isOffered = false;
    },
  };
}

function ignore(): void {}
