import type { Pool } from 'pg';

import { nationalIdsOf } from '../adapters/eid/national-numbers/national-numbers.ts';
import type { EidRegistry } from '../adapters/eid/registry.ts';
import { chainMacs } from '../adapters/events/chain-macs.ts';
import { inlinedPage } from '../adapters/http/login/preview/inlined-page.ts';
import { PREVIEW_NAMES } from '../adapters/http/login/preview/preview-pages.ts';
import type { Route } from '../adapters/management/route.ts';
import { allRoutes, type RoutesDeps } from '../adapters/management/routes/all-routes.ts';
import type { SimulatedEid } from '../adapters/management/routes/settings/first-steps.ts';
import { endpointsOf, metadataOf } from '../adapters/oidc/described-application.ts';
import { explainedError } from '../adapters/oidc/errors/explained-error.ts';
import { guardedRequest } from '../adapters/outbound/guarded-request.ts';
import { pgConfigurationHistory } from '../adapters/postgres/configuration/configuration-history.ts';
import { pgErasure } from '../adapters/postgres/erasure.ts';
import { pgEventChain } from '../adapters/postgres/events/event-chain.ts';
import { pgTenantRecords } from '../adapters/postgres/events/tenant-records.ts';
import { pgLoginOutcomes } from '../adapters/postgres/logins/login-outcomes.ts';
import { pgLoginTimelines } from '../adapters/postgres/logins/login-timelines.ts';
import { pgSecretUses } from '../adapters/postgres/secret-uses.ts';
import { pgSigningKeys } from '../adapters/postgres/signing-keys.ts';
import { certificateEnd } from '../adapters/system/certificate-end.ts';
import { systemSleep } from '../adapters/system/clock.ts';
import { randomId, sha256Id } from '../adapters/system/random.ts';
import type { RotatingVault } from '../adapters/system/vault.ts';
import type { ManagementListener } from '../config/environment/environment.ts';
import { checkedBranding } from '../config/file/checked-branding.ts';
import { checkedTenant } from '../config/file/checked-tree.ts';
import { mapEidSecretsOf } from '../config/file/map-eid-secrets.ts';
import { makeInviteAdministrator } from '../management/administrators/invite-administrator.ts';
import { makeTokens } from '../management/administrators/make-token.ts';
import { makeRecordAct } from '../management/administrators/record-act.ts';
import { demoMaterial } from '../management/configuration/demo-material.ts';
import { type EditParts, makeEditSettings } from '../management/configuration/edit-settings.ts';
import { makeReadEffectiveApplication } from '../management/configuration/effective-application.ts';
import { makeReadBrandedLook } from '../management/configuration/preview-branding.ts';
import { makeShowRevision } from '../management/configuration/revisions.ts';
import { makeRollBack } from '../management/configuration/roll-back.ts';
import { makeCheckEid } from '../management/eids/check-eid.ts';
import { makeInspectCertificate } from '../management/eids/inspect-certificate.ts';
import { makeProbeEid } from '../management/eids/probe-eid.ts';
import { makeVerifyEvents } from '../management/events/verify-events.ts';
import { makeReadExpiry } from '../management/expiry.ts';
import type { KeySets } from '../management/key-sets.ts';
import { makeReadEidOutcomes } from '../management/logins/eid-outcomes.ts';
import { makeExplainLogin } from '../management/logins/explain-login.ts';
import { makeExplainedLogins } from '../management/logins/explained-logins.ts';
import { makeWithRecentChanges } from '../management/logins/recent-changes.ts';
import { keyRotation } from '../management/rotate-keys.ts';
import type { ConfigurationSource } from '../ports/configuration.ts';
import type { EidStatus, Gauges } from '../ports/metrics.ts';
import type { Clock } from '../ports/runtime.ts';
import type { NewSigningKey } from '../ports/signing-keys.ts';
import { composeApply } from './compose-apply.ts';

/** The version of the API. */
const VERSION = '1';

/** What the routes share with the service. */
export interface RouteParts {
  readonly listener: ManagementListener;
  readonly eids: EidRegistry;
  readonly vault: RotatingVault;
  readonly keySets: Pick<KeySets, 'known'>;
  readonly configurationSource: ConfigurationSource & Pick<Gauges, 'certificates'>;
  /** The eIDs as this process knows them. */
  readonly eidStatuses: () => readonly EidStatus[];
  /** Settings of simulated eIDs, which the console offers for test domains. */
  readonly simulatedEids: readonly SimulatedEid[];
  /** The port on which the service answers applications. */
  readonly servicePort: number;
  readonly newSigningKey: NewSigningKey;
  readonly clock: Clock;
}

interface Deps
  extends RouteParts,
    Pick<
      RoutesDeps,
      'storedObjects' | 'administrators' | 'apiTokens' | 'managementEvents' | 'approvals'
    > {
  readonly pool: Pool;
  readonly isIssuerHost: (host: string) => Promise<boolean>;
}

/** Composes the use cases of administration, and the routes that serve them. */
export function managementRoutes(deps: Deps): readonly Route[] {
  const { pool, listener, eids, vault, clock, storedObjects } = deps;
  const { administrators, apiTokens, managementEvents, approvals } = deps;
  const { modules } = eids;
  const { url } = listener;
  const ids = { newId: randomId, hashOf: sha256Id, clock };
  const stores = { pool, vault };
  const secretParts = { vault, mapEidSecrets: mapEidSecretsOf(modules) };
  const history = pgConfigurationHistory(stores);
  const showRevision = makeShowRevision(history, secretParts);
  const signingKeys = pgSigningKeys({ ...stores, clock, newKey: deps.newSigningKey });
  const secretUses = pgSecretUses(pool);
  const apply = composeApply({ ...stores, eids, listener, clock });
  const checkTenant: EditParts['checkTenant'] = (tenant, stored) =>
    checkedTenant(tenant, {
      eids: modules,
      demo: demoMaterial,
      now: clock(),
      stored,
      managementHost: new URL(url).host,
    });
  const acrValuesOf = (name: string) =>
    modules
      .filter(({ offer }) => offer.name === name)
      .flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));

  return allRoutes({
    url,
    version: VERSION,
    newId: randomId,
    clock,
    digest: sha256Id,
    eids: modules,
    storedObjects,

    // Settings
    secretParts,
    editSettings: makeEditSettings({ ...secretParts, apply, checkTenant }),
    history,
    showRevision,
    rollBack: makeRollBack({ history, applyConfiguration: apply }),
    approvals,
    readEffectiveApplication: makeReadEffectiveApplication({
      storedObjects,
      secretParts,
      eids: modules,
      endpointsOf,
      metadataOf,
    }),
    readBrandedLook: makeReadBrandedLook({ storedObjects, checkBranding: checkedBranding }),
    drawPage: inlinedPage,
    pageNames: PREVIEW_NAMES,
    callIssuer: guardedRequest({ ownPort: deps.servicePort }),
    firstSteps: {
      servicePort: deps.servicePort,
      simulatedEids: deps.simulatedEids,
      isIssuerHost: deps.isIssuerHost,
    },

    // Keys, certificates and secrets
    signingKeys,
    keyRotation: keyRotation({ signingKeys, clock }),
    secretUses,
    inspectCertificate: makeInspectCertificate({ storedObjects, eids: modules, vault, clock }),
    probeEid: makeProbeEid({
      ...secretParts,
      storedObjects,
      checkTenant,
      checkEid: makeCheckEid({ eids: modules, clock, newId: randomId }),
    }),
    readExpiry: makeReadExpiry({
      readTenants: async (id = '') => [(await storedObjects.tenantEndings(id)) ?? []].flat(),
      certificates: deps.configurationSource.certificates,
      signingKeys,
      secretUses,
      apiTokens,
      keySets: deps.keySets,
      certificateEnd,
      clock,
    }),

    // Logins, and what they leave
    logins: makeExplainedLogins({
      loginTimelines: pgLoginTimelines(pool),
      explainLogin: makeExplainLogin({ ...eids, explainError: explainedError }),
      withRecentChanges: makeWithRecentChanges({ history, sleep: systemSleep }),
      acrValuesOf,
    }),
    readEidOutcomes: makeReadEidOutcomes({
      storedObjects,
      loginOutcomes: pgLoginOutcomes(pool),
      acrValuesOf,
      eidStatuses: deps.eidStatuses,
      clock,
    }),
    records: pgTenantRecords(pool),
    erasure: pgErasure(stores),
    nationalIdsOf,

    // Administrators, and what they did
    administrators,
    apiTokens,
    inviteAdministrator: makeInviteAdministrator({ administrators, ...ids }),
    tokens: makeTokens({ tokens: apiTokens, ...ids }),
    managementEvents,
    recordAct: makeRecordAct({ managementEvents, ...ids }),
    verifyEvents: makeVerifyEvents({ eventChain: pgEventChain(stores), macs: chainMacs(vault) }),
  });
}
