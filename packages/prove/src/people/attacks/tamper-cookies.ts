import { CookieJar } from 'tough-cookie';

import { arrivalIn } from '../arrival.ts';
import type { LoginAtHand } from '../login-at-hand.ts';
import { type VirtualBrowser, virtualBrowser } from '../virtual-browser.ts';

/** The last step of a login, tried with cookies in which a letter was changed. */
export async function tamperCookies(
  login: LoginAtHand,
  { jar }: VirtualBrowser,
  resume: URL,
): Promise<void> {
  if (resume.origin !== login.issuer) return;
  const changed = new CookieJar();
  for (const cookie of await jar.getCookies(resume.href)) {
    const first = cookie.value.startsWith('a') ? 'b' : 'a';
    await changed.setCookie(`${cookie.key}=${first}${cookie.value.slice(1)}; Path=/`, resume.href);
  }
  const browser = virtualBrowser(login, { by: 'attacker', jar: changed });
  await browser.get('steal result', resume, ({ location }) => {
    const connection = location && arrivalIn(login, location);
    return connection?.code !== undefined || connection?.idToken !== undefined
      ? { breach: 'changed cookies finish a login' }
      : {};
  });
}
