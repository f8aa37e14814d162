import { type Acr, parseAcr } from '../../domain/acr.ts';
import { APPLICATION_DEFAULTS } from '../../domain/application.ts';
import type {
  DeclaredApplication,
  DeclaredConfiguration,
  DeclaredDomain,
  DeclaredEid,
  DeclaredSecret,
  DeclaredTenant,
  DeclaredWebhook,
} from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import { WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import type { ApplicationInFile } from './application-schema.ts';
import { brandingOf } from './branding.ts';
import type { CheckedFile } from './schema.ts';
import type { WebhookInFile } from './webhooks.ts';

type TenantInFile = CheckedFile['tenants'][number];
type DomainInFile = TenantInFile['domains'][number];

/** Turns the checked file into the domain's declared configuration. */
export function toConfiguration(file: CheckedFile): DeclaredConfiguration {
  return { tenants: file.tenants.map(tenantOf) };
}

function tenantOf({
  id,
  name,
  branding,
  requireSecondPerson,
  domains,
  eids,
  applications,
  webhooks,
}: TenantInFile): DeclaredTenant {
  return {
    id,
    name,
    branding: brandingOf(branding),
    requireSecondPerson: requireSecondPerson || undefined,
    domains: domains.map(domainOf),
    eids: eids.map(eidOf),
    applications: applications.map(applicationOf),
    webhooks: (webhooks ?? []).map(webhookOf),
  };
}

function domainOf({ issuer, environment, ...settings }: DomainInFile): DeclaredDomain {
  const { startsPerPerson, silentAnswersPerPerson } = settings;
  return {
    issuer,
    environment,
    singleSignOn: settings.singleSignOnSeconds,
    singleSignOnOtherDevice: settings.singleSignOnOtherDeviceSeconds,
    limits: { startsPerPerson, silentAnswersPerPerson },
    branding: brandingOf(settings.branding),
  };
}

function eidOf(item: TenantInFile['eids'][number]): DeclaredEid {
  return {
    eid: item.eid,
    environment: item.environment ?? 'both',
    acrValues: item.acrValues?.map(acrOf),
    settings: item.settings as JsonObject,
  };
}

function applicationOf(application: ApplicationInFile): DeclaredApplication {
  const {
    idTokenLifetimeSeconds,
    assertionLifetimeSeconds,
    backchannelTokenDeliveryMode: _,
    ...same
  } = application;
  const { secrets, acrValues, defaultAcrValues } = application;
  return {
    ...same,
    issuers: application.issuers,
    branding: brandingOf(application.branding),
    redirectUris: application.redirectUris ?? [],
    postLogoutRedirectUris: application.postLogoutRedirectUris ?? [],
    responseModes: application.responseModes ?? APPLICATION_DEFAULTS.responseModes,
    secrets: (secrets ?? []).map(secretOf),
    jwks: application.jwks as DeclaredApplication['jwks'],
    jwksUri: application.jwksUri,
    scopes: application.scopes ?? [],
    iosApps: application.iosApps ?? [],
    androidApps: application.androidApps ?? [],
    acrValues: acrValues?.map(acrOf),
    defaultAcrValues: defaultAcrValues === undefined ? undefined : acrOf(defaultAcrValues),
    idTokenLifetime: idTokenLifetimeSeconds,
    assertionLifetime: assertionLifetimeSeconds,
    defaultCallInitiator: application.defaultCallInitiator,
    backchannelRequestSigningAlg: application.backchannelRequestSigningAlg,
  };
}

function webhookOf({ id, url, events, secrets }: WebhookInFile): DeclaredWebhook {
  return { id, url, events: events ?? WEBHOOK_EVENTS, secrets: secrets.map(({ value }) => value) };
}

type SecretInFile = NonNullable<ApplicationInFile['secrets']>[number];

function secretOf({ value, expiresAt }: SecretInFile): DeclaredSecret {
  return {
    value,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
}

function acrOf(text: string): Acr {
  const acr = parseAcr(text);
  if (acr === undefined) throw new Error(`an eID offers a malformed acr value: ${text}`);
  return acr;
}
