import type { Endpoint } from '../../ports/metrics.ts';
import {
  ANDROID_APP_LINKS,
  BACKCHANNEL_ENDPOINTS,
  DISCOVERY,
  EMBEDDED,
  ENDPOINTS,
  HEADLESS,
  IOS_APP_LINKS,
  LOGOUT,
  OPENAPI,
  RESUME,
  SDK_CONFIGURATION,
} from './endpoints.ts';

const PATHS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  [ENDPOINTS.authorization, 'authorize'],
  [ENDPOINTS.token, 'token'],
  [ENDPOINTS.userinfo, 'userinfo'],
  [ENDPOINTS.jwks, 'jwks'],
  [ENDPOINTS.backchannel_authentication, 'ciba'],
  [ENDPOINTS.pushed_authorization_request, 'par'],
  [HEADLESS, 'headless'],
  [BACKCHANNEL_ENDPOINTS.headlessEvents, 'request-events'],
  [BACKCHANNEL_ENDPOINTS.headlessCancel, 'request-cancel'],
  [BACKCHANNEL_ENDPOINTS.cibaCancel, 'request-cancel'],
  [LOGOUT, 'logout'],
  [DISCOVERY, 'discovery'],
  [SDK_CONFIGURATION, 'discovery'],
  [OPENAPI, 'discovery'],
  [IOS_APP_LINKS, 'discovery'],
  [ANDROID_APP_LINKS, 'discovery'],
]);

const SHAPES: readonly (readonly [RegExp, Endpoint])[] = [
  [/^\/login\/[^/]+\/status$/, 'login-status'],
  [/^\/login\/[^/]+\/(?:start|cancel|return)$/, 'login-action'],
  [/^\/login\/[^/]+(?:\/(?:qr\.svg|text))?$/, 'login-page'],
  [/^\/(?:ios|android)\/callback$/, 'login-page'],
  [/^\/assets\//, 'asset'],
  [/^\/errors\//, 'error-page'],
  [new RegExp(`^${EMBEDDED}/`), 'embedded'],
  [RESUME, 'resume'],
];

/** An acr value before the path, for clients that are configured with one URL. */
const PREFIXED = new RegExp(`^/[^/]+(${ENDPOINTS.authorization}|${DISCOVERY})$`);

/** The endpoint of a request for metrics: one word of a closed list, for any URL. */
export function endpointLabelOf(url: string): Endpoint {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const exact = PATHS.get(path) ?? PATHS.get(PREFIXED.exec(path)?.[1] ?? '');
  return exact ?? SHAPES.find(([shape]) => shape.test(path))?.[1] ?? 'other';
}
