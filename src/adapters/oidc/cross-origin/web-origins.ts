import type { Application } from '../../../domain/application.ts';

/** Where pages of an application live: the web origins of these URLs. Those of native apps have none. */
export function webOrigins(urls: readonly string[]): readonly string[] {
  const origins = urls.map((url) => new URL(url).origin).filter((origin) => origin !== 'null');
  return [...new Set(origins)];
}

/** True for pages of the application: where it receives a person after a login or a logout. */
export function isOriginOf(application: Application, origin: string): boolean {
  const { redirectUris, postLogoutRedirectUris } = application;
  return webOrigins([...redirectUris, ...postLogoutRedirectUris]).includes(origin);
}
