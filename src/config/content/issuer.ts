import type { Environment } from '../../domain/tenant.ts';
import { isLoopback } from './redirect-uri.ts';

/**
 * What is wrong with an issuer; undefined when it is fine. It is an origin in its canonical spelling; http
 * serves only the own machine (also as `*.localhost`) and only on a test domain.
 */
export function issuerFault(text: string, environment: Environment): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be https';
  if (url.origin !== text) {
    return 'must be an origin alone: lower case, no path, no trailing slash, no default port';
  }
  if (url.protocol === 'https:') return undefined;
  if (environment === 'production') return 'must be https on a production domain';
  return isLoopback(url) || url.hostname.endsWith('.localhost')
    ? undefined
    : 'must be https: http is for localhost only';
}
