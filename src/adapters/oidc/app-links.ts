import type { Middleware } from 'koa';

import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import { ANDROID_APP_LINKS, IOS_APP_LINKS } from './endpoints.ts';

/** Where the browser of an iOS app leads back to it. */
const IOS_CALLBACK = '/ios/callback';

/**
 * Publishes which native apps may open links of this domain: Apple's and Google's association files, from the settings
 * of the applications. Without such an app they are not found.
 */
export function appLinks(domain: Domain, configuration: Configuration): Middleware {
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
  return async (ctx, next) => {
    const document = documents.get(ctx.path);
    if (document === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    ctx.body = document;
    return undefined;
  };
}
