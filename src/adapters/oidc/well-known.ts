import type { Context, Middleware } from 'koa';

import { type Application, offeredAcrValues } from '../../domain/application.ts';
import { SCOPES } from '../../domain/claims.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import { ANDROID_APP_LINKS, DISCOVERY, ENDPOINTS, IOS_APP_LINKS } from './endpoints.ts';
import { FORMS } from './errors/entries/endpoints.ts';

const WELL_KNOWN = '/.well-known/';

/** An answer as it goes out. */
interface Document {
  readonly type: string;
  readonly cacheControl: string;
  readonly body: Buffer;
}

/** Below an acr value as well. Its padding has more spellings than these: those documents are made anew. */
const PUBLISHED = /^(?:\/[A-Za-z\d+]+={0,2})?\/\.well-known\/[\w.-]+$/;
/** The same for everybody, whatever is asked with it. */
const KEYS = /\/jwks(?:\.json)?$/;
/** All that the others may depend on. */
const FOR_ONE_APPLICATION = /^client_id=[^&]+$/;

/** However many applications a domain has, their documents together shall not fill the memory. */
const MOST_DOCUMENTS = 500;

/**
 * Keeps the documents that the provider publishes: they stay the same until the configuration or the keys change, and
 * then there is another provider. What was refused is not kept.
 */
export function cachedDocuments(domain: Domain, configuration: Configuration): Middleware {
  const kept = new Map<string, Document>();
  return async (ctx, next) => {
    const name = nameOf(ctx);
    if (name === undefined) return next();

    const known = kept.get(name);
    if (known === undefined) {
      await next();
      if (ctx.status !== 200) return undefined;
      const [oldest = ''] = kept.keys();
      if (kept.size >= MOST_DOCUMENTS) kept.delete(oldest);
      kept.set(name, {
        type: ctx.response.get('Content-Type'),
        cacheControl: ctx.response.get('Cache-Control'),
        body: Buffer.from(JSON.stringify(ctx.body)),
      });
      return undefined;
    }
    ctx.set({ 'Content-Type': known.type, 'Cache-Control': known.cacheControl });
    ctx.body = known.body;
    return undefined;
  };

  /**
   * Undefined for what is not kept. Made of what we know, never of how a stranger spells it: a client id can be escaped
   * in any number of ways, and each would be a document more.
   */
  function nameOf(ctx: Context): string | undefined {
    const { method, path, querystring } = ctx;
    if (method !== 'GET' || !PUBLISHED.test(path)) return undefined;
    if (querystring === '') return path;
    if (KEYS.test(path) || !FOR_ONE_APPLICATION.test(querystring)) return undefined;
    const application = applicationIn(ctx, domain, configuration);
    return application && `${path}?${application.clientId}`;
  }
}

/** Publishes the documents of the library as the domain should: discovery and the keys. All may be cached for a while. */
export function publishedDocuments(domain: Domain, configuration: Configuration): Middleware {
  const discovery = discoveryDocument(domain, configuration);
  return async (ctx, next) => {
    if (!ctx.path.startsWith(WELL_KNOWN)) return next();
    const isForOne = ctx.path === DISCOVERY && ctx.query.client_id !== undefined;
    const application = isForOne ? applicationIn(ctx, domain, configuration) : undefined;
    if (isForOne && application === undefined) return refuseUnknownApplication(ctx);
    await next();
    if (ctx.status !== 200) return undefined;
    ctx.set('Cache-Control', `public, max-age=${lifetimes.published}`);
    if (ctx.path === DISCOVERY) ctx.body = discovery(ctx.body as object, application);
    if (ctx.path === ENDPOINTS.jwks) ctx.body = withoutKeyOps(ctx.body as KeySet);
    return undefined;
  };
}

/**
 * The discovery document with the scopes that the domain's eIDs release claims for: the library would list every scope
 * that a request may hold. With `client_id`, it has only the eIDs that the application may use.
 */
function discoveryDocument(domain: Domain, configuration: Configuration) {
  const released = ['openid', ...configuration.scopes(domain)];
  const ofDomain = {
    scopes_supported: SCOPES.filter((scope) => released.includes(scope)),
    // The library announces user codes wherever it announces CIBA.
    backchannel_user_code_parameter_supported: false,
  };
  return (document: object, application: Application | undefined) => ({
    ...document,
    ...ofDomain,
    ...(application && { acr_values_supported: offeredAcrValues(application, domain.acrValues) }),
  });
}

interface KeySet {
  readonly keys: readonly { readonly key_ops?: unknown }[];
}

/**
 * The keys without what tells the library that some of them sign nothing: that is no business of others, to whom
 * `use` says all (RFC 7517 §4.3).
 */
function withoutKeyOps({ keys }: KeySet) {
  return { keys: keys.map(({ key_ops: _, ...key }) => key) };
}

/** The application that the query names; undefined when it names none, or more than one. */
function applicationIn(
  { query }: Context,
  domain: Domain,
  configuration: Configuration,
): Application | undefined {
  const { client_id: clientId } = query;
  return typeof clientId === 'string' ? configuration.application(domain, clientId) : undefined;
}

/** Says so. A document for everybody would hide the mistake until the first login. */
function refuseUnknownApplication(ctx: Context): void {
  const { error, description, status } = FORMS['application-unknown'];
  ctx.status = status;
  ctx.body = { error, error_description: description };
}

/**
 * What the SDKs for pages want to know beside discovery. They offer a handover of a whole login to a phone by a QR
 * code of their own; it is off here, and the addresses for it lead nowhere.
 */
export function sdkConfiguration(domain: Domain, configuration: Configuration): Middleware {
  return (ctx) => {
    const application = applicationIn(ctx, domain, configuration);
    if (application === undefined) return refuseUnknownApplication(ctx);
    const { issuer } = domain;
    ctx.body = {
      csdc_wss_url: `${issuer.replace(/^http/, 'ws')}/csdc`,
      csdc_session_url: `${issuer}/csdc/sessions/{id}`,
      qr_intermediary_url: `${issuer}/qr/{id}`,
      // Discovery lists registered values only.
      prompt_values_supported: ['none', 'login', 'consent', 'consent_revoke'],
      clients: [{ client_id: application.clientId, qr_branding: false, qr_enabled: false }],
    };
    return undefined;
  };
}

/** Where the browser of an iOS app leads back to it. */
const IOS_CALLBACK = '/ios/callback';

/**
 * The association files of Apple and Google, by their paths: they name the native apps that may open links of the
 * domain, from the settings of the applications. Without such an app a file does not exist.
 */
export function appLinks(
  domain: Domain,
  configuration: Configuration,
): ReadonlyMap<string, object> {
  const applications = configuration.applications(domain);
  const documents = new Map<string, object>();
  const ios = applications.flatMap(({ iosApps }) => iosApps);
  const android = applications.flatMap(({ androidApps }) => androidApps);
  if (ios.length > 0) {
    const appIDs = [...new Set(ios.map(({ teamId, bundleId }) => `${teamId}.${bundleId}`))];
    documents.set(IOS_APP_LINKS, {
      applinks: { details: [{ appIDs, components: [{ '/': IOS_CALLBACK }] }] },
      // For the browser of a login, which returns to a host that is associated with the app.
      webcredentials: { apps: appIDs },
    });
  }
  if (android.length > 0) {
    documents.set(
      ANDROID_APP_LINKS,
      android.map(({ packageName, sha256CertFingerprints }) => ({
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: packageName,
          sha256_cert_fingerprints: sha256CertFingerprints,
        },
      })),
    );
  }
  return documents;
}
