import { APPLICATION_DEFAULTS } from 'eid-broker/domain/application';
import type {
  DeclaredApplication,
  DeclaredConfiguration,
  DeclaredDomain,
  DeclaredEid,
  DeclaredTenant,
  DeclaredWebhook,
} from 'eid-broker/domain/configuration';
import { DEFAULT_LIMITS } from 'eid-broker/domain/tenant';
import { WEBHOOK_EVENTS } from 'eid-broker/domain/webhook';

/** A client secret long enough for production. */
export const SECRET = 'a-client-secret-of-more-than-32-characters';

/** A confidential application. */
export function application(more: Partial<DeclaredApplication> = {}): DeclaredApplication {
  return {
    ...APPLICATION_DEFAULTS,
    clientId: 'web',
    name: 'Web shop',
    issuers: undefined,
    flows: ['authorization-code'],
    redirectUris: ['https://shop.example.com/callback'],
    secrets: [{ value: SECRET, expiresAt: undefined }],
    ...more,
  };
}

/** A production domain. */
export function domain(more: Partial<DeclaredDomain> = {}): DeclaredDomain {
  return {
    issuer: 'https://login.example.com',
    environment: 'production',
    singleSignOn: undefined,
    limits: DEFAULT_LIMITS,
    ...more,
  };
}

/** The secret settings of an eID. */
export function eid(more: Partial<DeclaredEid> = {}): DeclaredEid {
  return {
    eid: 'xx-paper',
    environment: 'both',
    acrValues: undefined,
    settings: { url: 'https://paper.example', key: 'hunter2' },
    ...more,
  };
}

/** A webhook with one secret. */
export function webhook(more: Partial<DeclaredWebhook> = {}): DeclaredWebhook {
  return {
    id: 'billing',
    url: 'https://shop.example.com/events',
    events: WEBHOOK_EVENTS,
    secrets: ['whsec_1'],
    ...more,
  };
}

/** A tenant with one domain, one eID and one application. */
export function tenant(more: Partial<DeclaredTenant> = {}): DeclaredTenant {
  return {
    id: 'shop',
    name: 'Shop',
    domains: [domain()],
    eids: [eid()],
    applications: [application()],
    webhooks: [],
    ...more,
  };
}

/** A configuration of these tenants. */
export function toConfiguration(...tenants: DeclaredTenant[]): DeclaredConfiguration {
  return { tenants };
}
