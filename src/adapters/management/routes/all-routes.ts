import type { ReadEffectiveApplication } from '../../../management/configuration/effective-application.ts';
import type { InspectCertificate } from '../../../management/eids/inspect-certificate.ts';
import type { ProbeEid } from '../../../management/eids/probe-eid.ts';
import type { ReadExpiry } from '../../../management/expiry.ts';
import type { ReadEidOutcomes } from '../../../management/logins/eid-outcomes.ts';
import type { NewId } from '../../../ports/runtime.ts';
import type { SecretUses } from '../../../ports/secret-uses.ts';
import type { TenantRecords } from '../../../ports/tenant-records.ts';
import { componentSchemas, type DescribedEid } from '../component-schemas.ts';
import { openApiDocument } from '../openapi.ts';
import { defineRoute, type Route } from '../route.ts';
import type { AccessDeps } from './access/access-deps.ts';
import { administratorRoutes } from './access/administrators.ts';
import { type ApprovalDeps, approvalRoutes } from './access/approvals.ts';
import { auditRoutes } from './access/audit.ts';
import { sessionRoutes } from './access/session.ts';
import { tokenRoutes } from './access/tokens.ts';
import { effectiveRoute } from './applications/effective.ts';
import { type TryDeps, tryRoute } from './applications/try-login.ts';
import { certificateRoute } from './eids/certificate.ts';
import { eidOutcomeRoutes } from './eids/eid-outcomes.ts';
import { probeRoutes } from './eids/probe.ts';
import { expiryRoutes } from './expiry.ts';
import { type KeyDeps, keyRoutes } from './keys.ts';
import { type LoginDeps, loginRoutes } from './logins.ts';
import { type PersonDeps, personRoutes } from './persons.ts';
import { recordRoutes } from './records.ts';
import { json } from './schemas.ts';
import { brandingRoutes } from './settings/branding.ts';
import { configurationRoutes } from './settings/configuration.ts';
import { type FirstStepsDeps, firstStepsRoute } from './settings/first-steps.ts';
import { OBJECT_KINDS } from './settings/object-kinds.ts';
import { objectRoutes } from './settings/objects.ts';
import { type PreviewDeps, previewRoutes } from './settings/preview.ts';
import { type RevisionDeps, revisionRoutes } from './settings/revisions.ts';
import { secretRoutes } from './settings/secrets.ts';
import type { SettingsDeps } from './settings/settings-deps.ts';
import { tenantRoutes } from './settings/tenants.ts';

/** What all routes together need. */
export interface RoutesDeps
  extends SettingsDeps,
    RevisionDeps,
    Omit<KeyDeps, 'storedObjects'>,
    Omit<PersonDeps, 'storedObjects'>,
    Omit<AccessDeps, 'storedObjects'>,
    PreviewDeps,
    Pick<ApprovalDeps, 'approvals'> {
  readonly callIssuer: TryDeps['callIssuer'];
  readonly records: TenantRecords;
  readonly logins: LoginDeps['logins'];
  readonly probeEid: ProbeEid;
  readonly readEidOutcomes: ReadEidOutcomes;
  readonly readExpiry: ReadExpiry;
  readonly secretUses: SecretUses;
  readonly inspectCertificate: InspectCertificate;
  readonly readEffectiveApplication: ReadEffectiveApplication;
  readonly eids: readonly (DescribedEid & FirstStepsDeps['eids'][number])[];
  readonly firstSteps: Omit<FirstStepsDeps, 'eids' | 'url'>;
  readonly url: string;
  readonly version: string;
  readonly newId: NewId;
}

/** Every operation of the API. */
export function allRoutes(deps: RoutesDeps): readonly Route[] {
  const { url, version } = deps;
  let document: object | undefined;
  const routes: readonly Route[] = [
    descriptionRoute(() => {
      document ??= openApiDocument({ routes, url, version, schemas: componentSchemas(deps.eids) });
      return document;
    }),
    firstStepsRoute({ ...deps, ...deps.firstSteps }),
    ...tenantRoutes(deps),
    ...OBJECT_KINDS.flatMap((kind) => objectRoutes(kind, deps)),
    ...secretRoutes(deps),
    tryRoute(deps),
    effectiveRoute(deps),
    ...configurationRoutes(deps),
    ...revisionRoutes(deps),
    ...keyRoutes(deps),
    ...recordRoutes(deps),
    ...sessionRoutes(deps),
    ...administratorRoutes(deps),
    ...tokenRoutes(deps),
    ...auditRoutes(deps),
    ...loginRoutes(deps),
    ...approvalRoutes({
      ...deps,
      routeOf: (wanted) => routes.find(({ name }) => name === wanted),
    }),
    ...personRoutes(deps),
    ...probeRoutes(deps),
    ...eidOutcomeRoutes(deps),
    certificateRoute(deps),
    ...brandingRoutes(deps),
    ...previewRoutes(deps),
    ...expiryRoutes(deps),
  ];
  return routes;
}

/** The description of the API itself. `document` makes it from all routes, this one included. */
function descriptionRoute(document: () => object): Route {
  return defineRoute({
    name: 'describe',
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description.',
    permission: 'public',
    answers: { 200: json('OpenAPI 3.1.', { type: 'object' }) },
    handle: async () => ({ status: 200, body: document() }),
  });
}
