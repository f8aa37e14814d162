import type { LoginAtHand } from '../login-at-hand.ts';
import { virtualBrowser } from '../virtual-browser.ts';

/** The address of a login, opened in a browser that did not begin it. */
export async function openElsewhere(login: LoginAtHand, page: URL): Promise<void> {
  const browser = virtualBrowser(login, { by: 'attacker' });
  await browser.get('steal login', page, ({ text, location }) =>
    text.includes('data-state=') || location !== undefined
      ? { breach: 'another browser sees the login' }
      : {},
  );
}
