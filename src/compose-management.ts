import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { commandAdmission } from './adapters/admission/database-admission.ts';
import { nationalIdsOf } from './adapters/eid/national-numbers/national-numbers.ts';
import type { EidRegistry } from './adapters/eid/registry.ts';
import { chainMacs } from './adapters/events/chain-macs.ts';
import type { Handle } from './adapters/http/listen.ts';
import { inlinedPage } from './adapters/http/login/preview/inlined-page.ts';
import { PREVIEW_NAMES } from './adapters/http/login/preview/preview-pages.ts';
import { makeAuthenticate } from './adapters/management/authenticate.ts';
import { consoleFiles } from './adapters/management/console-files.ts';
import {
  CALLBACK_PATH,
  loginPages,
  makeEndSession,
} from './adapters/management/login/login-pages.ts';
import { oidcLogin } from './adapters/management/login/oidc-login.ts';
import { managementApp } from './adapters/management/management-app.ts';
import { problemOf } from './adapters/management/problem-of.ts';
import { allRoutes } from './adapters/management/routes/all-routes.ts';
import { CONFIGURATION_PARSERS } from './adapters/management/routes/configuration.ts';
import type { SimulatedEid } from './adapters/management/routes/first-steps.ts';
import { FORM_TYPE, jsonInForm } from './adapters/management/routes/preview.ts';
import { makeRequestApproval } from './adapters/management/second-person.ts';
import { sessionCookies } from './adapters/management/session-cookies.ts';
import { endpointsOf, metadataOf } from './adapters/oidc/described-application.ts';
import { explainedError } from './adapters/oidc/errors/explained-error.ts';
import { guardedRequest } from './adapters/outbound/guarded-request.ts';
import { pgAdministrators } from './adapters/postgres/administrators.ts';
import { pgApiTokens } from './adapters/postgres/api-tokens.ts';
import { pgApprovals } from './adapters/postgres/approvals.ts';
import { pgConfigurationHistory } from './adapters/postgres/configuration-history.ts';
import { pgConfigurationStore } from './adapters/postgres/configuration-store.ts';
import { pgErasure } from './adapters/postgres/erasure.ts';
import { pgEventChain } from './adapters/postgres/event-chain.ts';
import type { MeasureStatement } from './adapters/postgres/guarded-pool.ts';
import { pgLoginOutcomes } from './adapters/postgres/login-outcomes.ts';
import { pgLoginTimelines } from './adapters/postgres/login-timelines.ts';
import { pgManagementEvents } from './adapters/postgres/management-events.ts';
import { pgManagementSessions } from './adapters/postgres/management-sessions.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { pgRecentUse } from './adapters/postgres/recent-use.ts';
import { pgSecretUses } from './adapters/postgres/secret-uses.ts';
import { pgSigningKeys } from './adapters/postgres/signing-keys.ts';
import { pgStoredObjects } from './adapters/postgres/stored-objects.ts';
import { pgTenantRecords } from './adapters/postgres/tenant-records.ts';
import { certificateEnd } from './adapters/system/certificate-end.ts';
import { randomId, sha256Id } from './adapters/system/random.ts';
import type { RotatingVault } from './adapters/system/vault.ts';
import { consoleAccessOf } from './compose-console-access.ts';
import type { ManagementListener } from './config/environment/environment.ts';
import { checkedBranding } from './config/file/checked-branding.ts';
import { checkedTenant } from './config/file/checked-tree.ts';
import { mapEidSecretsOf } from './config/file/map-eid-secrets.ts';
import { makeEnterConsole } from './management/administrators/enter-console.ts';
import { makeInviteAdministrator } from './management/administrators/invite-administrator.ts';
import { keepOwnerToken } from './management/administrators/keep-owner-token.ts';
import { makeTokens } from './management/administrators/make-token.ts';
import { makeNoteRefusals } from './management/administrators/note-refusals.ts';
import { makeRecordAct } from './management/administrators/record-act.ts';
import { makeApplyConfiguration } from './management/apply-configuration.ts';
import { makeCheckEid } from './management/check-eid.ts';
import { demoMaterial } from './management/demo-material.ts';
import { type EditParts, makeEditSettings } from './management/edit-settings.ts';
import { makeReadEffectiveApplication } from './management/effective-application.ts';
import { makeVerifyEvents } from './management/events/verify-events.ts';
import { makeReadExpiry } from './management/expiry.ts';
import { makeInspectCertificate } from './management/inspect-certificate.ts';
import type { KeySets } from './management/key-sets.ts';
import { makeReadEidOutcomes } from './management/logins/eid-outcomes.ts';
import { makeExplainLogin } from './management/logins/explain-login.ts';
import { makeExplainedLogins } from './management/logins/explained-logins.ts';
import { makeEventsOfPlan } from './management/plan-events.ts';
import { makeReadBrandedLook } from './management/preview-branding.ts';
import { makeProbeEid } from './management/probe-eid.ts';
import { makeRollBack } from './management/roll-back.ts';
import { keyRotation } from './management/rotate-keys.ts';
import { makeShowRevision } from './management/show-revision.ts';
import { certificateFaultsOf } from './management/unfit-certificates.ts';
import type { ConfigurationSource } from './ports/configuration.ts';
import type { Log } from './ports/log.ts';
import type { EidStatus, Gauges, Metrics } from './ports/metrics.ts';
import type { Clock } from './ports/runtime.ts';
import type { NewSigningKey } from './ports/signing-keys.ts';

/** The version of the API. */
const VERSION = '1';
/** The built console; it may be missing. */
const CONSOLE = fileURLToPath(new URL('../packages/console/dist', import.meta.url));
/** Of its own, so that a long list keeps no login from the database. */
const CONNECTIONS = 2;
/** The longest statement, in seconds: a parallel apply runs first, and a big configuration takes time. */
const STATEMENT_SECONDS = 30;

/** What the management API shares with the service. */
export interface ManagementParts {
  readonly listener: ManagementListener;
  readonly databaseUrl: string;
  readonly eids: EidRegistry;
  readonly vault: RotatingVault;
  readonly keySets: Pick<KeySets, 'known'>;
  readonly configurationSource: ConfigurationSource & Pick<Gauges, 'certificates'>;
  /** Counts the request against the limits of its sender. */
  readonly admit: (req: IncomingMessage) => void;
  readonly measure: MeasureStatement;
  /** The eIDs as this process knows them. */
  readonly eidStatuses: () => readonly EidStatus[];
  readonly metrics: Pick<Metrics, 'administratorLoggedIn'>;
  /** A token of role owner; undefined: there is none. */
  readonly ownerToken: string | undefined;
  /** Settings of simulated eIDs, which the console offers for test domains. */
  readonly simulatedEids: readonly SimulatedEid[];
  /** The port on which the service answers applications. */
  readonly servicePort: number;
  readonly newSigningKey: NewSigningKey;
  readonly clock: Clock;
  readonly log: Log;
}

/** The management API, ready to be put behind a listening socket. */
export interface Management {
  readonly handle: Handle;
  /** Stores the refusals of changes that were noted since. */
  flushRefusals(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the management API. @throws when its host is that of an issuer */
export async function composeManagement(parts: ManagementParts): Promise<Management> {
  const { listener, eids, vault, configurationSource, clock, log } = parts;
  const { url } = listener;
  const isIssuerHost = async (host: string) =>
    (await configurationSource.current()).domainOf(host) !== undefined;
  if (await isIssuerHost(new URL(url).host)) {
    throw new Error(`MANAGEMENT_URL must not be the host of an issuer: ${url}`);
  }

  const pool = openPool(
    {
      url: parts.databaseUrl,
      size: CONNECTIONS,
      deadline: STATEMENT_SECONDS,
      admission: commandAdmission,
    },
    log,
    { measure: parts.measure },
  );
  const secretParts = { vault, mapEidSecrets: mapEidSecretsOf(eids.modules) };
  const ids = { newId: randomId, hashOf: sha256Id, clock };
  const configurationStore = pgConfigurationStore({ pool, vault });
  const apply = makeApplyConfiguration({
    certificateFaults: certificateFaultsOf(eids.modules, clock),
    lockOuts: {
      recentUse: pgRecentUse(pool),
      eids: eids.modules,
      console: consoleAccessOf(listener),
      clock,
    },
    eventsOf: makeEventsOfPlan(ids),
    configurationStore,
    ...secretParts,
    demo: { ...demoMaterial, eids: eids.modules },
  });
  const checkTenant: EditParts['checkTenant'] = (tenant, stored) =>
    checkedTenant(tenant, {
      eids: eids.modules,
      demo: demoMaterial,
      now: clock(),
      stored,
      managementHost: new URL(url).host,
    });
  const editSettings = makeEditSettings({
    ...secretParts,
    apply,
    checkTenant,
  });
  const storedObjects = pgStoredObjects(pool);
  const acrValuesOf = (name: string) =>
    eids.modules
      .filter(({ offer }) => offer.name === name)
      .flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
  const signingKeys = pgSigningKeys({ pool, vault, clock, newKey: parts.newSigningKey });
  const history = pgConfigurationHistory({ pool, vault });
  const stores = { pool, vault };
  const administrators = pgAdministrators(stores);
  const sessions = pgManagementSessions(stores);
  const apiTokens = pgApiTokens(stores);
  const managementEvents = pgManagementEvents(stores);
  const approvals = pgApprovals(stores);
  const refusals = makeNoteRefusals({ managementEvents, storedObjects, log, ...ids });
  await keepOwnerToken(parts.ownerToken, { apiTokens, ...ids });
  const secretUses = pgSecretUses(pool);
  const routes = allRoutes({
    callIssuer: guardedRequest({ ownPort: parts.servicePort }),
    firstSteps: {
      servicePort: parts.servicePort,
      simulatedEids: parts.simulatedEids,
      isIssuerHost,
    },
    secretUses,
    records: pgTenantRecords(pool),
    signingKeys,
    keyRotation: keyRotation({ signingKeys, clock }),
    history,
    showRevision: makeShowRevision(history, secretParts),
    rollBack: makeRollBack({ history, applyConfiguration: apply }),
    storedObjects,
    administrators,
    approvals,
    apiTokens,
    managementEvents,
    recordAct: makeRecordAct({ managementEvents, ...ids }),
    inviteAdministrator: makeInviteAdministrator({ administrators, ...ids }),
    tokens: makeTokens({ tokens: apiTokens, ...ids }),
    verifyEvents: makeVerifyEvents({ eventChain: pgEventChain(stores), macs: chainMacs(vault) }),
    clock,
    erasure: pgErasure(stores),
    nationalIdsOf,
    logins: makeExplainedLogins({
      loginTimelines: pgLoginTimelines(pool),
      explainLogin: makeExplainLogin({ ...eids, explainError: explainedError }),
      acrValuesOf,
    }),
    readEidOutcomes: makeReadEidOutcomes({
      storedObjects,
      loginOutcomes: pgLoginOutcomes(pool),
      acrValuesOf,
      eidStatuses: parts.eidStatuses,
      clock,
    }),
    readEffectiveApplication: makeReadEffectiveApplication({
      storedObjects,
      secretParts,
      eids: eids.modules,
      endpointsOf,
      metadataOf,
    }),
    readBrandedLook: makeReadBrandedLook({ storedObjects, checkBranding: checkedBranding }),
    drawPage: inlinedPage,
    pageNames: PREVIEW_NAMES,
    inspectCertificate: makeInspectCertificate({
      storedObjects,
      eids: eids.modules,
      vault,
      clock,
    }),
    readExpiry: makeReadExpiry({
      configurationStore,
      certificates: configurationSource.certificates,
      signingKeys,
      secretUses,
      keySets: parts.keySets,
      certificateEnd,
      clock,
    }),
    probeEid: makeProbeEid({
      ...secretParts,
      storedObjects,
      checkTenant,
      checkEid: makeCheckEid({ eids: eids.modules, clock, newId: randomId }),
    }),
    editSettings,
    secretParts,
    digest: sha256Id,
    eids: eids.modules,
    url,
    version: VERSION,
    newId: randomId,
  });
  const cookies = sessionCookies(url);
  const endSession = makeEndSession({ cookies, sessions, hashOf: sha256Id });
  const login = loginPages({
    url,
    cookies,
    oidc:
      listener.login && oidcLogin({ ...listener.login, redirectUri: url + CALLBACK_PATH }, clock),
    sessions,
    endSession,
    metrics: parts.metrics,
    administrators,
    enterConsole: makeEnterConsole({ administrators, sessions, ...ids }),
    log,
    ...ids,
  });
  const files = consoleFiles(CONSOLE);
  return {
    handle: managementApp({
      url,
      routes,
      authenticate: makeAuthenticate({ url, cookies, sessions, tokens: apiTokens, ...ids }),
      endSession,
      noteRefusal: refusals.note,
      approvals,
      requestApproval: makeRequestApproval({ approvals, ...ids }),
      admit: parts.admit,
      problemOf,
      parsers: { ...CONFIGURATION_PARSERS, [FORM_TYPE]: jsonInForm },
      pages: (ctx, next) => login(ctx, async () => files(ctx, next)),
      newId: randomId,
      clock,
      log,
    }),
    flushRefusals: refusals.flush,
    async close() {
      await refusals.flush().catch((cause: unknown) => {
        log.warn('management.refusals_lost', { cause: String(cause) });
      });
      await pool.end();
    },
  };
}
