import { CookieJar } from 'tough-cookie';
import { authorizationResponseIn } from './authorization-response.ts';
import type { Login } from './login.ts';
import { type Posted, postForm } from './post-form.ts';
import { errorIn } from './read-answer.ts';
import { type VirtualBrowser, virtualBrowser } from './virtual-browser.ts';

/** Opens the URL of a login in a browser that did not begin it. */
export async function openInOtherBrowser(login: Login, page: URL): Promise<void> {
  const browser = virtualBrowser(login, { by: 'attacker' });
  await browser.get('steal login', page, ({ text, location }) =>
    text.includes('data-state=') || location !== undefined
      ? { breach: 'another browser sees the login' }
      : {},
  );
}

/** Brings an answer of the eID in a browser that did not leave for it. The right browser brings it afterwards. */
export async function bringFromElsewhere(login: Login, answer: URL): Promise<void> {
  const browser = virtualBrowser(login, { by: 'attacker' });
  await browser.get('steal answer', answer, ({ location }) =>
    location === undefined ? {} : { breach: 'another browser brought the answer' },
  );
}

/** Another application has the id: it must not learn that the request exists. */
export async function pollAsAnother(login: Login, id: string): Promise<void> {
  const { kind, clientId } = login.plan;
  const isPhone = kind === 'ciba';
  await postForm(login, {
    operation: 'steal request',
    path: '/oauth2/token',
    as: clientId === 'backend' ? 'backend-jwt' : 'backend',
    by: 'attacker',
    fields: isPhone
      ? { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: id }
      : { grant_type: 'urn:grn:params:grant-type:headless', headless_req_id: id },
    read(answer) {
      if (answer.status >= 500 || answer.status === 429) return {};
      const { error } = errorIn(answer);
      return error === 'invalid_grant' ? {} : { breach: 'another application learns of a request' };
    },
  });
}

/** Another application has the code and redeems it first. */
export async function redeemAsAnother(
  login: Login,
  { code }: { readonly code: string },
): Promise<void> {
  const as = login.plan.clientId === 'web-es256' ? 'web' : 'web-es256';
  await postForm(login, {
    operation: 'steal code',
    path: '/oauth2/token',
    as,
    by: 'attacker',
    fields: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: login.clients.redirectUri,
    },
    read: ({ status }) =>
      status === 200 ? { breach: 'another application redeemed the code' } : {},
  });
}

/** An attacker repeats the request: the used assertion must be refused. */
export async function replayAssertion(login: Login, posted: Posted): Promise<void> {
  if (posted.credentials?.spends.length === 0) return;
  // Only the authentication is tested: an unknown scope prevents a second call to the phone.
  const fields = { ...posted.fields, scope: 'nothing' };
  const replay = { ...posted, fields, operation: 'replay assertion', by: 'attacker' } as const;
  await Promise.all([postForm(login, replay), postForm(login, replay)]);
}

/** Tries the last step of a login with changed cookies. */
export async function tamperCookies(
  login: Login,
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
    const response = location && authorizationResponseIn(login, location);
    return response?.code !== undefined || response?.idToken !== undefined
      ? { breach: 'changed cookies finish a login' }
      : {};
  });
}
