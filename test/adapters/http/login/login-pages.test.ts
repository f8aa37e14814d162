import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { Failure } from '../../../../src/domain/failure.ts';
import { PLAIN_LOGIN } from '../../../../src/domain/intent.ts';
import { type LoginSite, type OpenLogin, OTHER, openLoginSite, QR, SAME } from './login-site.ts';
import { later, requestPage, shown, start, status } from './request-page.ts';
import { identified, inApp } from './scripted-eid.ts';

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile' };
const declined = { state: 'ended', why: 'declined', hintCode: 'cancelled' } as const;
const blocked = { state: 'ended', why: 'blocked', hintCode: 'blocked' } as const;

let site: LoginSite;
beforeEach(async () => {
  site = await openLoginSite();
});
afterEach(() => site.close());

describe('the page', () => {
  test('lets the person choose the device when the acr leaves it open', async () => {
    const page = await requestPage(site.open());
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(shown(page)).toEqual({ state: 'choose', message: '' });
    expect(renderedPage(page).purpose).toBe('Login at Demo shop');
    expect(devicesOffered(page.text)).toEqual(['other', 'same']);
    expect(site.eid.started).toEqual([]);
  });

  test('offers this device first on a phone', async () => {
    const page = await requestPage(site.open(), '', { headers: PHONE });
    expect(devicesOffered(page.text)).toEqual(['same', 'other']);
  });

  test.each([
    [SAME, 'same'],
    [OTHER, 'other'],
  ])('needs one click when the acr decided the device (%s)', async (acr, device) => {
    const page = await requestPage(site.open({ acr }));
    expect(shown(page).state).toBe('confirm');
    expect(devicesOffered(page.text)).toEqual([device]);
    expect(site.eid.started).toEqual([]);
  });

  test('starts once by itself when the acr demands it', async () => {
    const login = site.open({ acr: QR });
    expect(shown(await requestPage(login)).state).toBe('scan');
    expect(shown(await requestPage(login)).state).toBe('scan');
    expect(site.eid.started).toEqual(['other']);
  });

  test.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ])('starts nothing for a prefetch (%j)', async (headers) => {
    const page = await requestPage(site.open({ acr: QR }), '', { headers });
    expect(shown(page).state).toBe('confirm');
    expect(site.eid.started).toEqual([]);
  });

  test('starts and finishes nothing for HEAD', async () => {
    const login = site.open({ acr: QR });
    expect((await requestPage(login, '', { method: 'HEAD' })).status).toBe(200);
    expect(site.eid.started).toEqual([]);

    await requestPage(login);
    later(site, identified);
    expect((await requestPage(login, '', { method: 'HEAD' })).status).toBe(204);
    expect(site.results.size).toBe(0);
  });

  test('follows the order: a QR code, then the app, then a 302 to the resume URL', async () => {
    const login = site.open();
    const started = await start(login, 'other');
    expect([started.status, started.location]).toEqual([303, login.path]);

    const page = await requestPage(login);
    expect(shown(page)).toEqual({ state: 'scan', message: 'Start your BankID app.' });
    expect(page.text).toContain('data-qr="bankid.67df3917-fa0d-44e5-b327-edcc928297f8.');

    later(site, inApp);
    const after = await requestPage(login);
    expect(shown(after).state).toBe('app');
    expect(shown(after).message).toContain('Enter your security code');
    expect(after.text).not.toContain('data-qr');

    later(site, identified);
    const done = await requestPage(login);
    expect([done.status, done.location]).toEqual([302, `/resume/${login.login.id}`]);
  });

  test('sends each of two tabs to the resume URL, where one of them gets the result', async () => {
    const login = site.open();
    await start(login, 'other');
    later(site, identified);
    const tabs = await Promise.all([requestPage(login), requestPage(login)]);
    expect(tabs.map(({ location }) => location)).toEqual(
      Array(2).fill(`/resume/${login.login.id}`),
    );
  });

  test('shows a link into the app on the same device, in the form for its platform', async () => {
    const login = site.open({ acr: SAME });
    await start(login, 'same');
    const desktop = await requestPage(login);
    expect(shown(desktop).state).toBe('open');
    expect(desktop.text).toContain(
      '<a class="button primary" href="bankid:///?autostarttoken=start-token&amp;redirect=null" referrerpolicy="origin"',
    );
    expect(desktop.text).not.toContain('data-qr');
    const phone = await requestPage(login, '', { headers: PHONE });
    expect(phone.text).toContain('href="https://app.example/?autostarttoken=start-token');
  });

  test('redirects with 302 when the person declined in the app', async () => {
    const login = site.open();
    await start(login, 'other');
    later(site, declined);
    expect((await requestPage(login)).status).toBe(302);
    expect(site.results.get(login.login.id)).toBe('declined');
  });

  test('shows the ending in the words of the eID, and starts again on another device', async () => {
    const login = site.open();
    await start(login, 'other');
    later(site, blocked);
    const page = await requestPage(login);
    expect(shown(page)).toEqual({
      state: 'ended',
      message: 'Your BankID is blocked or too old. Please use another BankID.',
    });
    expect(page.text).toContain('Your BankID cannot be used');
    expect(page.text).toContain('Back to Demo shop');
    expect(devicesOffered(page.text)).toEqual(['other', 'same']);

    await start(login, 'same');
    expect(site.eid.started).toEqual(['other', 'same']);
  });

  test('shows a text of our own when the time ran out', async () => {
    const login = site.open();
    await start(login, 'other');
    site.advance(8 * 60);
    expect(shown(await requestPage(login)).message).toBe(
      'It was not finished in time. Please try again.',
    );
  });

  test('returns 404 with a code for a login of another browser', async () => {
    const login = site.open();
    const otherBrowser = { ...login, cookie: 'login=login-of-somebody-else' };
    const page = await requestPage(otherBrowser, '', { headers: { 'accept-language': 'da' } });
    expect(page.status).toBe(404);
    expect(page.text).toContain('<html lang="da">');
    expect(page.text).toContain('data-testid="error-page"');
    expect(page.text).toContain('<code data-testid="support-code">K7F2-QX9M</code>');
    expect((await requestPage(otherBrowser, '/status')).status).toBe(404);
    expect((await requestPage(otherBrowser, '/qr.svg')).status).toBe(404);
    expect((await requestPage(otherBrowser, '/cancel', { form: {} })).status).toBe(404);
  });

  test('returns 404 when the eID is no longer offered', async () => {
    const page = await requestPage(site.open({ acr: 'urn:grn:authn:xx:gone' as typeof QR }));
    expect(page.status).toBe(404);
    expect(page.text).toContain('eid-not-offered');
  });

  test('escapes the name of the application', async () => {
    const page = await requestPage(site.open({ applicationName: '<script>alert(1)</script>' }));
    expect(page.text).toContain('Login at &lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(page.text).not.toContain('<script>alert');
  });

  test('has no inline script or style, and a policy with the return URL of the login', async () => {
    const page = await requestPage(site.open({ returnsTo: 'https://shop.example' }));
    expect(page.text).not.toMatch(
      /style=|<style|onclick|<script(?! (type="module" )?src="\/assets\/)/,
    );
    expect(page.text).not.toMatch(/(src|href)="(?!\/)/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /; form-action 'self' https:\/\/shop\.example$/,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('reloads itself without a script, and shows the QR code as an image', async () => {
    const login = site.open({ acr: QR });
    const page = await requestPage(login);
    expect(page.text).toContain('<noscript><meta http-equiv="refresh" content="2"></noscript>');
    expect(page.text).toContain(`<noscript><img class="tile" src="${login.path}/qr.svg"`);
    expect(page.text).toMatch(/<script src="\/assets\/[\w-]+\/reload\.js" defer><\/script>/);

    const image = await requestPage(login, '/qr.svg');
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
    expect(image.headers.get('cache-control')).toBe('no-store');
    expect(image.text).toMatch(/^<svg .*fill="white".*fill="black"/s);
    site.advance(1);
    expect((await requestPage(login, '/qr.svg')).text).not.toBe(image.text);
    later(site, inApp);
    expect((await requestPage(login, '/qr.svg')).status).toBe(404);
  });

  test('does not reload before the first click', async () => {
    const { text } = await requestPage(site.open());
    expect(text).not.toContain('http-equiv');
    expect(text).not.toContain('reload.js');
  });
});

describe('start', () => {
  test('starts nothing twice, and nothing after the end', async () => {
    const login = site.open();
    await start(login, 'other');
    await start(login, 'other');
    expect(site.eid.started).toEqual(['other']);
    later(site, identified);
    expect((await start(login, 'other')).status).toBe(303);
    expect(site.eid.started).toEqual(['other']);
  });

  test('returns the state to the script, with the link to open', async () => {
    const login = site.open();
    const answer = await start(login, 'same', { accept: 'application/json' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      state: 'open',
      message: 'Start your BankID app.',
      links: {
        open: 'bankid:///?autostarttoken=start-token&redirect=null',
        app: 'https://app.example/?autostarttoken=start-token&redirect=null',
        desktop: 'bankid:///?autostarttoken=start-token&redirect=null',
      },
    });
  });

  test.each([
    ['eid-unavailable', 503, 'BankID cannot be reached'],
    ['eid-busy-with-person', 409, 'Another request is under way'],
    ['eid-misconfigured', 502, 'This did not work'],
    ['eid-refused-request', 502, 'This did not work'],
  ] as const)('shows %s on a page with another try', async (code, expected, heading) => {
    site.eid.refusal = new Failure(code, { hintCode: 'maintenance', detail: 'for us' });
    const page = await start(site.open(), 'other');
    expect(page.status).toBe(expected);
    expect(shown(page)).toEqual({ state: 'ended', message: 'maintenance' });
    expect(page.text).toContain(`>${heading}</h1>`);
    expect(page.text).not.toContain('for us');
    expect(page.text).toContain('data-testid="support-code">K7F2-QX9M<');
    expect(site.logged).toEqual([
      {
        level: code === 'eid-misconfigured' ? 'error' : 'warn',
        event: 'login.start_failed',
        facts: expect.objectContaining({
          support_code: 'K7F2-QX9M',
          code,
          hintCode: 'maintenance',
          detail: 'for us',
        }),
      },
    ]);
  });

  test('shows a sixth start for one named person on a page with another try', async () => {
    const intent = { ...PLAIN_LOGIN, person: '191212121212' };
    for (let starts = 0; starts < 5; starts += 1) {
      expect((await start(site.open({ intent }), 'other')).status).toBe(303);
    }
    const page = await start(site.open({ intent }), 'other');
    expect(page.status).toBe(429);
    expect(shown(page).state).toBe('ended');
    expect(page.text).toContain('>Too many at once</h1>');
    expect(shown(page).message).toContain('Too many requests came in a short time.');
    expect((await start(site.open(), 'other')).status).toBe(303);
  });

  test('shows a failure also when the page starts by itself', async () => {
    site.eid.refusal = new Failure('eid-unavailable');
    const login = site.open({ acr: QR });
    expect((await requestPage(login)).status).toBe(503);
    site.eid.refusal = undefined;
    expect(shown(await requestPage(login)).state).toBe('scan');
  });

  test('returns 500 with a reference alone for a fault of ours', async () => {
    site.eid.refusal = new TypeError('secret');
    const page = await start(site.open(), 'other');
    expect(page.status).toBe(500);
    expect(page.text).not.toContain('secret');
    expect(site.logged).toMatchObject([{ level: 'error', event: 'login.page_failed' }]);
  });

  test.each([{}, { device: 'fridge' }, { device: 'x'.repeat(2000) }])(
    'refuses a form with other fields',
    async (form) => {
      const page = await requestPage(site.open(), '/start', { form });
      expect(page.status).toBe(403);
      expect(site.eid.started).toEqual([]);
    },
  );

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('refuses a form of another site (%j)', async (headers) => {
    const login = site.open();
    expect((await start(login, 'other', headers)).status).toBe(403);
    expect((await requestPage(login, '/cancel', { form: {}, headers })).status).toBe(403);
    expect(site.eid.started).toEqual([]);
    expect(site.results.size).toBe(0);
  });

  test('accepts the forms of its own page', async () => {
    const login = site.open();
    const own = { 'sec-fetch-site': 'same-origin', origin: site.origin };
    expect((await start(login, 'other', own)).status).toBe(303);
    const hidden = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    expect((await start(login, 'other', hidden)).status).toBe(303);
  });
});

describe('the other device', () => {
  const instead = (login: OpenLogin, device: string, insteadOf: string) =>
    requestPage(login, '/start', { form: { device, insteadOf } });

  test('replaces an order that nobody has opened, once', async () => {
    const login = site.open();
    await start(login, 'other');
    const page = renderedPage(await requestPage(login));
    expect(page.forms.get('switch-to-same')?.fields).toEqual({
      device: 'same',
      insteadOf: 'other',
    });
    await instead(login, 'same', 'other');
    await instead(login, 'same', 'other');
    expect(site.eid.started).toEqual(['other', 'same']);
    expect(site.eid.cancelled).toHaveLength(1);
    expect(shown(await requestPage(login)).state).toBe('open');
  });

  test('replaces no order that is opened, or whose acr value names the device', async () => {
    const opened = site.open();
    await start(opened, 'other');
    later(site, inApp);
    expect((await requestPage(opened)).text).not.toContain('insteadOf');
    await instead(opened, 'same', 'other');
    const named = site.open({ acr: OTHER });
    await start(named, 'other');
    expect((await requestPage(named)).text).not.toContain('insteadOf');
    await instead(named, 'same', 'other');
    expect(site.eid.started).toEqual(['other', 'other']);
    expect(site.eid.cancelled).toEqual([]);
  });

  test('does not replace an order that is finished meanwhile', async () => {
    const login = site.open();
    await start(login, 'other');
    later(site, identified);
    expect((await instead(login, 'same', 'other')).status).toBe(303);
    expect((await requestPage(login)).location).toBe(`/resume/${login.login.id}`);
    expect(site.eid.started).toEqual(['other']);
  });
});

describe('the first button of an ending', () => {
  test.each([
    ['expired', 'Try again'],
    ['other-browser', 'Try again'],
    ['failed', 'Try again'],
    ['blocked', 'Back to Demo shop'],
    ['app-unable', 'Back to Demo shop'],
    ['too-risky', 'Back to Demo shop'],
  ] as const)('after %s is "%s"', async (why, label) => {
    const login = site.open();
    await start(login, 'other');
    later(site, { state: 'ended', why, hintCode: undefined });
    const { text } = await requestPage(login);
    const primary = [...text.matchAll(/<button class="button primary"[^>]*>([^<]*)/g)];
    expect(primary.map(([, name]) => name)).toEqual([label]);
    expect(text.indexOf('button primary')).toBe(text.indexOf('class="button ') + 7);
  });
});

describe('the time that is left', () => {
  test('counts down while a QR code is shown, and is not claimed while the app has its own', async () => {
    const login = site.open({ acr: QR });
    const timeOf = ({ text }: { text: string }) =>
      /data-testid="time-left">([^<]*)/.exec(text)?.[1];
    expect(timeOf(await requestPage(login))).toBe('Time left: 3 minutes');
    site.advance(100);
    expect(timeOf(await requestPage(login))).toBe('Time left: 2 minutes');
    expect(await status(login)).toMatchObject({ time: 'Time left: 2 minutes' });
    later(site, inApp);
    expect(timeOf(await requestPage(login))).toBe('');
  });
});

describe('the frame', () => {
  test('says on test domains that no identity is real', async () => {
    const login = site.open();
    expect((await requestPage(login)).text).toContain('Test – no real identities');
    const production = { ...login.login.domain, environment: 'production' } as const;
    const real = await requestPage(site.open({ domain: production }));
    expect(real.text).not.toContain('no real identities');
  });

  test('has a language switch on pages that a GET shows again', async () => {
    const login = site.open();
    const page = await requestPage(login, '?language=da');
    expect(page.text).toContain('<html lang="da">');
    expect(page.headers.get('set-cookie')).toContain(
      'language=da; Path=/; Max-Age=1200; HttpOnly; SameSite=Lax',
    );
    expect(page.text).toContain('value="da" lang="da" aria-current="true">Dansk</button>');
    const error = await requestPage({ ...login, cookie: 'language=sv' });
    expect(error.text).toContain('<html lang="sv">');
    expect(error.text).toContain('data-testid="languages"');
    const secret = await requestPage({ ...login, cookie: 'language=sv' }, '/return?nonce=secret');
    expect(secret.text).toContain('<html lang="sv">');
    expect(secret.text).not.toContain('secret');
    const posted = await requestPage(login, '/start', { form: {} });
    expect(posted.text).not.toContain('data-testid="languages"');
  });

  test.each(['?language=xx', '?language=sv&language=da', '?language='])(
    'ignores a language that is none of ours: %s',
    async (query) => {
      const page = await requestPage(site.open({ uiLocales: ['fi'] }), query);
      expect(page.text).toContain('<html lang="fi">');
      expect(page.headers.get('set-cookie') ?? '').not.toContain('language');
    },
  );
});

describe('status', () => {
  test('returns the QR code of this second, and no link to the app', async () => {
    const login = site.open();
    await start(login, 'other');
    expect(await status(login)).toEqual({
      state: 'scan',
      message: 'Start your BankID app.',
      time: 'Time left: 3 minutes',
      qr: expect.stringMatching(/^bankid\./),
    });
  });

  test('returns the state at each step, and the resume URL at the end', async () => {
    const login = site.open();
    expect(await status(login)).toEqual({ state: 'choose', message: '' });
    await start(login, 'other');
    later(site, inApp);
    expect(await status(login)).toMatchObject({ state: 'app' });
    later(site, blocked);
    expect(await status(login)).toMatchObject({ state: 'ended' });
    await start(login, 'other');
    later(site, identified);
    expect(await status(login)).toEqual({
      state: 'done',
      message: '',
      continue: `/resume/${login.login.id}`,
    });
  });
});

describe('cancel', () => {
  test('ends the order and redirects with 303', async () => {
    const login = site.open();
    await start(login, 'other');
    const answer = await requestPage(login, '/cancel', { form: {} });
    expect([answer.status, answer.location]).toEqual([303, `/resume/${login.login.id}`]);
    expect(site.eid.cancelled).toHaveLength(1);
    expect(site.results.get(login.login.id)).toBe('declined');
  });

  test('keeps the reason of an attempt that has ended', async () => {
    const login = site.open();
    await start(login, 'other');
    later(site, blocked);
    await requestPage(login);
    const headers = { accept: 'application/json' };
    const answer = await requestPage(login, '/cancel', { form: {}, headers });
    expect(JSON.parse(answer.text)).toEqual({ continue: `/resume/${login.login.id}` });
    expect(site.results.get(login.login.id)).toBe('blocked');
  });
});

describe('leave', () => {
  test('reports that a page of ours was left, without a body', async () => {
    const login = site.open();
    await start(login, 'other');
    expect((await requestPage(login, '/leave', { method: 'POST' })).status).toBe(204);
    expect(site.left).toEqual([login.login.id]);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await requestPage(login, '/leave', { method: 'POST', headers: foreign })).status).toBe(
      403,
    );
    expect(site.left).toHaveLength(1);
  });
});

describe('return', () => {
  // The first id of a same-device attempt is its nonce, the second the secret of its browser.
  const back = '/return?nonce=id-1';
  const withBrowserSecret = (login: OpenLogin) => ({
    ...login,
    cookie: `${login.cookie}; start-${login.login.id}=id-2`,
  });

  test('is accepted in the browser that started, and continues the login there', async () => {
    const login = site.open({ acr: SAME });
    const { headers } = await start(login, 'same');
    expect(headers.get('set-cookie')).toBe(
      `start-${login.login.id}=id-2; Path=/; Max-Age=1200; HttpOnly; SameSite=Lax`,
    );
    later(site, identified);
    expect(shown(await requestPage(login)).state).toBe('return');
    const answer = await requestPage(withBrowserSecret(login), back);
    expect([answer.status, answer.location]).toEqual([302, login.path]);
    expect((await requestPage(login)).location).toBe(`/resume/${login.login.id}`);
  });

  test('is accepted also when the answer to the start was lost, since the page set the secret', async () => {
    const login = site.open({ acr: SAME });
    const page = await requestPage(login);
    const cookie = `start-${login.login.id}=kept-1`;
    expect(page.headers.get('set-cookie')).toBe(
      `${cookie}; Path=/; Max-Age=1200; HttpOnly; SameSite=Lax`,
    );
    const own = { ...login, cookie: `${login.cookie}; ${cookie}` };
    expect((await requestPage(own)).headers.get('set-cookie')).toBeNull();
    await start(own, 'same');
    later(site, identified);
    expect((await requestPage(own, back)).status).toBe(302);
  });

  test('sets no secret on a page for another device', async () => {
    for (const acr of [OTHER, QR]) {
      expect((await requestPage(site.open({ acr }))).headers.get('set-cookie')).toBeNull();
    }
  });

  test('ends the login in any other browser, and sends the person back', async () => {
    const login = site.open({ acr: SAME });
    await start(login, 'same');
    later(site, inApp);
    const elsewhere = await requestPage({ ...login, cookie: '' }, back);
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.text).toContain('Go back to your first browser');
    expect(site.eid.cancelled).toHaveLength(1);
    const page = await requestPage(login);
    expect(shown(page).message).toContain('The app opened another browser');
    expect((await requestPage(withBrowserSecret(login), back)).status).toBe(403);
  });

  test('refuses the login cookie alone, since a neighbouring site could have set it', async () => {
    const login = site.open({ acr: SAME });
    await start(login, 'same');
    later(site, identified);
    expect((await requestPage(login, back)).status).toBe(403);
    expect(shown(await requestPage(login)).state).toBe('ended');
  });

  test.each(['/return', '/return?nonce=wrong', '/return?nonce=id-1&nonce=id-1'])(
    'refuses %s',
    async (below) => {
      const login = site.open({ acr: SAME });
      await start(login, 'same');
      expect((await requestPage(login, below)).status).toBe(404);
    },
  );

  test('does nothing for a prefetch', async () => {
    const login = site.open({ acr: SAME });
    await start(login, 'same');
    const prefetch = { headers: { 'sec-purpose': 'prefetch' } };
    expect((await requestPage({ ...login, cookie: '' }, back, prefetch)).status).toBe(204);
    expect((await requestPage(withBrowserSecret(login), back)).status).toBe(302);
  });
});

describe('the action', () => {
  test.each([
    ['login', 'Log in with BankID', 'Login at Demo shop'],
    ['confirm', 'Confirm with BankID', 'Confirm at Demo shop'],
    ['accept', 'Accept with BankID', 'Accept at Demo shop'],
    ['approve', 'Approve with BankID', 'Approve at Demo shop'],
    ['sign', 'Sign with BankID', 'Sign at Demo shop'],
  ] as const)(
    '%s chooses the texts before the start and while the login is pending',
    async (action, heading, at) => {
      const login = site.open({ intent: { ...PLAIN_LOGIN, action } });
      const before = renderedPage(await requestPage(login));
      expect([before.heading, before.purpose]).toEqual([heading, at]);
      expect(before.html).toContain(`<title>${heading} – ${at}</title>`);
      await start(login, 'other');
      const waiting = renderedPage(await requestPage(login));
      expect([waiting.heading, waiting.purpose]).toEqual(['Scan the QR code', at]);
      expect(waiting.html).toContain(`<title>Scan the QR code – ${at}</title>`);
    },
  );
});

describe('the page with the QR code', () => {
  test.each([
    ['sv', 'Läs av koden bara om du själv öppnade den här sidan på'],
    ['da', 'Scan kun koden, hvis du selv har åbnet denne side på'],
    ['nb', 'Skann koden bare hvis du selv åpnet denne siden på'],
    ['fi', 'Lue koodi vain, jos avasit itse tämän sivun osoitteessa'],
    ['en', 'Scan only if you opened this page yourself at'],
  ])('warns in %s of codes that another person forwards', async (language, warning) => {
    const login = site.open({ uiLocales: [language] });
    await start(login, 'other');
    const { host } = new URL(site.origin);
    expect((await requestPage(login)).text).toContain(
      `data-testid="scan-warning">${warning} ${host}.</p>`,
    );
  });
});

describe('the language', () => {
  test.each([
    [['fi', 'sv'], 'da', 'fi'],
    [['tlh', 'sv-SE'], 'da', 'sv'],
    [['nn'], 'da', 'nb'],
    [[], 'no,en;q=0.5', 'nb'],
    [[], 'sv-FI,fi;q=0.8', 'sv'],
    [[], 'de-AT', 'de'],
    [[], 'tlh', 'en'],
    [[], '*', 'en'],
    [['__proto__', 'constructor'], '', 'en'],
  ])('of ui_locales %j and Accept-Language %j is %s', async (uiLocales, accepted, expected) => {
    const login = site.open({ uiLocales });
    const page = await requestPage(login, '', { headers: { 'accept-language': accepted } });
    expect(/<html lang="(..)"/.exec(page.text)?.[1]).toBe(expected);
  });
});

describe('the assets', () => {
  test('are cached for good under a path with a hash of their contents', async () => {
    const page = await requestPage(site.open());
    const paths = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(paths).toHaveLength(4);
    for (const path of paths) {
      const answer = await fetch(site.origin + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('of a neighbouring release are answered, but not cached', async () => {
    const answer = await fetch(`${site.origin}/assets/another/login.css`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${site.origin}/assets/another/secrets.txt`)).status).toBe(404);
  });

  test('weigh less than 50 kB together with the page', async () => {
    const page = await requestPage(site.open({ acr: QR }));
    const base = /src="(\/assets\/[^/]+\/)/.exec(page.text)?.[1];
    let weight = Buffer.byteLength(page.text);
    for (const name of ['login.css', 'login.js', 'reload.js', 'lean-qr.mjs', 'icon.svg']) {
      weight += (await (await fetch(site.origin + base + name)).arrayBuffer()).byteLength;
    }
    expect(weight).toBeLessThan(50_000);
  });
});

function devicesOffered(page: string): (string | undefined)[] {
  return [...page.matchAll(/name="device" value="(\w+)"/g)].map(([, device]) => device);
}
