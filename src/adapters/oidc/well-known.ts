import type { Context, Middleware } from 'koa';

import type { Acr } from '../../domain/acr.ts';
import { type Application, offeredAcrValues } from '../../domain/application.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import { IDENTITY_ASSURANCE_METADATA } from '../../domain/normalised-claims.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import { ANDROID_APP_LINKS, DISCOVERY, ENDPOINTS, IOS_APP_LINKS } from './endpoints.ts';
import { ANY_ENDPOINT } from './errors/entries/endpoints.ts';
import { openApiDocument } from './openapi/description.ts';

const WELL_KNOWN = '/.well-known/';

/** An answer as it goes out. */
interface Document {
  readonly type: string;
  readonly cacheControl: string;
  readonly body: Buffer;
}

/** Below an acr value as well. Its padding has more spellings than these: those documents are made anew. */
const WELL_KNOWN_DOCUMENT = /^(?:\/[A-Za-z\d+]+={0,2})?\/\.well-known\/[\w.-]+$/;
/** The same for every query. */
const KEYS = /\/jwks(?:\.json)?$/;
/** The only query on which the others depend. */
const FOR_ONE_APPLICATION = /^client_id=[^&]+$/;

/** A domain with many applications must not fill the memory with documents. */
const MAX_DOCUMENTS = 500;

/**
 * Caches the well-known documents. A change of the configuration or the keys makes another provider,
 * with a cache of its own. Errors are not cached.
 */
export function cachedDocuments(domain: Domain, configuration: Configuration): Middleware {
  const cache = new Map<string, Document>();
  return async (ctx, next) => {
    const key = keyFor(ctx);
    if (key === undefined) return next();

    const cached = cache.get(key);
    if (cached === undefined) {
      await next();
      if (ctx.status !== 200) return undefined;
      const [oldest = ''] = cache.keys();
      if (cache.size >= MAX_DOCUMENTS) cache.delete(oldest);
      cache.set(key, {
        type: ctx.response.get('Content-Type'),
        cacheControl: ctx.response.get('Cache-Control'),
        body: Buffer.from(JSON.stringify(ctx.body)),
      });
      return undefined;
    }
    ctx.set({ 'Content-Type': cached.type, 'Cache-Control': cached.cacheControl });
    ctx.body = cached.body;
    return undefined;
  };

  /**
   * The document's key; undefined when it is not cached. It has the client id as it is configured. A request can escape
   * the id in any number of ways, and each would be a document more.
   */
  function keyFor(ctx: Context): string | undefined {
    const { method, path, querystring } = ctx;
    if (method !== 'GET' || !WELL_KNOWN_DOCUMENT.test(path)) return undefined;
    if (querystring === '') return path;
    if (KEYS.test(path) || !FOR_ONE_APPLICATION.test(querystring)) return undefined;
    const application = applicationIn(ctx, domain, configuration);
    return application && `${path}?${application.clientId}`;
  }
}

/** Completes the library's documents, discovery and the keys. Clients may cache every document for a while. */
export function wellKnownDocuments(domain: Domain, configuration: Configuration): Middleware {
  const discovery = discoveryDocument(domain, configuration);
  return async (ctx, next) => {
    if (!ctx.path.startsWith(WELL_KNOWN)) return next();
    const isForOne = ctx.path === DISCOVERY && ctx.query.client_id !== undefined;
    const application = isForOne ? applicationIn(ctx, domain, configuration) : undefined;
    if (isForOne && application === undefined) return refuseUnknownApplication(ctx);
    await next();
    if (ctx.status !== 200) return undefined;
    ctx.set('Cache-Control', `public, max-age=${lifetimes.publicDocuments}`);
    if (ctx.path === DISCOVERY) ctx.body = discovery(ctx.body as object, application);
    if (ctx.path === ENDPOINTS.jwks) ctx.body = withoutKeyOps(ctx.body as KeySet);
    return undefined;
  };
}

/**
 * Discovery lists the scopes for which the domain's eIDs release claims; the library would list all scopes. With
 * `client_id` it lists only the acr values that the application may use. It also names the acr values.
 */
function discoveryDocument(domain: Domain, configuration: Configuration) {
  const released = ['openid', ...configuration.scopes(domain)];
  const ofDomain = {
    scopes_supported: configuration.catalogue.scopes.filter((scope) => released.includes(scope)),
    // The library announces user codes wherever it announces CIBA.
    backchannel_user_code_parameter_supported: false,
  };
  return (document: object, application: Application | undefined) => {
    const offered = application && offeredAcrValues(application, domain.acrValues);
    return {
      ...document,
      ...ofDomain,
      ...(offered && { acr_values_supported: offered }),
      acr_values_titles: titlesOf(offered ?? domain.acrValues, configuration),
      ...(application?.claimsProfile === 'normalised' && IDENTITY_ASSURANCE_METADATA),
    };
  };
}

/** A member of our own: a title for each acr value, for an application's list of choices. */
function titlesOf(acrs: readonly Acr[], { catalogue }: Configuration) {
  const titleOf = (acr: Acr) =>
    catalogue.offerOf(acr)?.variants.find((variant) => variant.acr === acr)?.title;
  return Object.fromEntries(acrs.map((acr) => [acr, titleOf(acr)]));
}

interface KeySet {
  readonly keys: readonly { readonly key_ops?: unknown }[];
}

/** The keys without `key_ops`, by which the library skips keys that sign nothing. `use` is enough (RFC 7517 §4.3). */
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

/** A document for all applications would hide the mistake until the first login. */
function refuseUnknownApplication(ctx: Context): void {
  const { error, description, status } = ANY_ENDPOINT['application-unknown'];
  ctx.status = status;
  ctx.body = { error, error_description: description };
}

/**
 * The settings that the SDKs for pages read beside discovery. The SDKs can hand a whole login over to a phone by a QR
 * code of their own. That is off here, and its URLs are not served.
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

/** `GET /openapi.json`: the description of the domain's endpoints. */
export function description(domain: Domain, configuration: Configuration): Middleware {
  const { issuer, acrValues } = domain;
  const scopes = configuration.scopes(domain);
  let document: string | undefined;
  return (ctx) => {
    document ??= JSON.stringify(openApiDocument({ issuer, acrValues, scopes }));
    ctx.set('Cache-Control', `public, max-age=${lifetimes.publicDocuments}`);
    ctx.type = 'application/json';
    ctx.body = document;
  };
}

/** The path at which the browser of an iOS app returns to the app. */
const IOS_CALLBACK = '/ios/callback';

/**
 * The association files of Apple and Google, by their paths. They name the native apps that may open links of the
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
