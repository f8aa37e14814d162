import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { type LoginSite, type OpenLogin, openLoginSite, TYPED } from './login-site.ts';
import { later, type Reply, requestPage, shown, status } from './request-page.ts';
import { identified, inApp } from './scripted-eid.ts';

const ENGLISH = { 'accept-language': 'en' };
const NUMBER = '51307149560';
const NASTY = '"><script>alert(1)</script>';

let site: LoginSite;
beforeEach(async () => {
  site = await openLoginSite();
  site.eid.verificationCode = '4271';
});
afterEach(() => site.close());

const open = (wanted = {}) => site.open({ acr: TYPED, uiLocales: ['en'], ...wanted });

function type(login: OpenLogin, form: Readonly<Record<string, string>>, headers = {}) {
  return requestPage(login, '/start', { form: { device: 'other', ...form }, headers });
}

const right = { 'national-number': ` ${NUMBER} `, 'phone-number': '00372 5555-1234' };

/** The attributes of a field. */
function field({ text }: Reply, name: string): string | undefined {
  return new RegExp(`<input id="${name}"([^>]*)>`).exec(text)?.[1];
}

/** A person with this number approves. */
function approval(nationalId: string) {
  if (identified.state !== 'identified') throw new Error('not an identity');
  return { ...identified, identity: { ...identified.identity, nationalId } };
}

describe('the page that asks', () => {
  test('has a field for each question, and starts nothing', async () => {
    const login = open();
    const page = await requestPage(login);
    expect(shown(page)).toEqual({
      state: 'input',
      message: 'Enter this so that Mobile-ID can reach you on your phone.',
    });
    expect(page.text).toContain('<label for="national-number">Personal number</label>');
    expect(page.text).toContain('<label for="phone-number">Mobile number</label>');
    expect(field(page, 'national-number')).toContain(' autocomplete="off" ');
    expect(field(page, 'phone-number')).toContain(
      ' type="tel" autocomplete="tel" maxlength="40" required value="" aria-describedby="phone-number-hint" ',
    );
    expect(page.text).not.toContain('aria-invalid');
    expect(await status(login)).toEqual(expect.objectContaining({ state: 'input' }));
    expect(site.eid.started).toEqual([]);
  });

  test('is in the language of the eID’s people', async () => {
    const page = await requestPage(open({ uiLocales: [] }));
    expect(page.text).toContain('<label for="national-number">Isikukood</label>');
  });

  test('shows wrong answers again, with the error at the field, and starts nothing', async () => {
    const page = await type(open(), { 'national-number': NASTY, 'phone-number': '+3725551234' });
    expect(page.status).toBe(422);
    expect(shown(page).state).toBe('input');
    expect(field(page, 'national-number')).toBe(
      ' name="national-number" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" aria-describedby="national-number-error" aria-invalid="true" autofocus data-testid="national-number"',
    );
    expect(field(page, 'phone-number')).not.toContain('aria-invalid');
    expect(field(page, 'phone-number')).toContain('value="+3725551234"');
    expect(site.eid.started).toEqual([]);
    expect(site.logged).toEqual([]);
  });

  test.each(['', '5551234', '+372', '+372 5555 1234 5678 9', '+0725551234', 'tel:+3725551234'])(
    'takes no telephone number %j',
    async (phone) => {
      const page = await type(open(), { ...right, 'phone-number': phone });
      expect(page.status).toBe(422);
      expect(page.text).toContain(
        'id="phone-number-error" data-testid="phone-number-error">Enter the whole number',
      );
      expect(field(page, 'phone-number')).toContain(
        'aria-describedby="phone-number-hint phone-number-error" aria-invalid="true" autofocus',
      );
    },
  );

  test('takes no form of another site', async () => {
    const login = open();
    const page = await type(login, right, { origin: 'https://evil.example' });
    expect(page.status).toBe(403);
    expect(site.eid.started).toEqual([]);
    expect(JSON.stringify(site.logged)).not.toContain(NUMBER);
  });

  test('does not ask for the number that an authenticated request names', async () => {
    const intent = { kind: 'authentication', action: 'login', text: undefined } as const;
    const login = open({ intent: { ...intent, person: NUMBER } });
    const page = await requestPage(login);
    expect(field(page, 'national-number')).toBeUndefined();
    await type(login, { 'phone-number': '+37255551234', 'national-number': '11111111111' });
    expect(site.eid.requests).toMatchObject([
      { person: NUMBER, input: { nationalNumber: NUMBER, phoneNumber: '+37255551234' } },
    ]);
  });

  test('asks for the number that anybody may have put into the request', async () => {
    const intent = { kind: 'authentication', action: 'login', text: undefined } as const;
    const login = open({
      intent: { ...intent, person: '60001019906' },
      isRequestAuthenticated: false,
    });
    await type(login, right);
    expect(site.eid.requests).toMatchObject([
      { person: undefined, input: { nationalNumber: NUMBER } },
    ]);
    later(site, approval(NUMBER));
    expect(await status(login)).toMatchObject({ state: 'ended' });
  });
});

describe('after the answers', () => {
  test('the eID gets them in its form, and the person a code to compare', async () => {
    const login = open();
    expect((await type(login, right)).location).toBe(login.path);
    expect(site.eid.requests).toMatchObject([
      {
        device: 'other',
        person: undefined,
        input: { nationalNumber: NUMBER, phoneNumber: '+37255551234' },
      },
    ]);
    const page = await requestPage(login);
    expect(shown(page)).toEqual({
      state: 'code',
      message: 'Your phone shows a code. Go on there only if it is 4 2 7 1.',
    });
    expect(page.text).toContain(
      '<p class="code" aria-hidden="true" data-testid="verification-code">4271</p>',
    );
    expect(page.text).toContain('role="status" data-part="message"');
    expect(page.text).toContain('<noscript><meta http-equiv="refresh" content="2"></noscript>');
    expect(page.text).not.toContain(NUMBER);
    expect(page.text).not.toMatch(/\bapp\b|QR/);
    expect(await status(login)).toMatchObject({ state: 'code' });

    later(site, inApp);
    expect(shown(await requestPage(login)).state).toBe('app');
    expect((await requestPage(login)).text).toContain('>Continue on your phone</h1>');
    later(site, approval(NUMBER));
    expect((await requestPage(login)).location).toBe('/resume/login-1');
  });

  test('a second click starts no second order', async () => {
    const login = open();
    await Promise.all([type(login, right), type(login, right)]);
    await type(login, right);
    expect(site.eid.started).toHaveLength(1);
  });

  test('the script gets the state at once', async () => {
    const answer = await type(open(), right, { accept: 'application/json', ...ENGLISH });
    expect(JSON.parse(answer.text)).toMatchObject({ state: 'code' });
  });

  test('another person than the one of the number is nobody', async () => {
    const login = open();
    await type(login, right);
    later(site, approval('60001019906'));
    const page = await requestPage(login);
    expect(page.text).toContain('>Another person answered</h1>');
    expect(page.text).not.toContain(NUMBER);
  });

  test('an order that ended leads back to the questions, without the old answers', async () => {
    const login = open();
    await type(login, right);
    later(site, { state: 'ended', why: 'expired', hintCode: undefined });
    const ended = await requestPage(login);
    expect(shown(ended).state).toBe('ended');
    expect(ended.text).not.toContain('same-device');
    const again = await requestPage(login, '/start', { form: { device: 'other' } });
    expect([again.status, shown(again).state]).toEqual([200, 'input']);
    expect(again.text).not.toContain(NUMBER);

    await type(login, { ...right, 'national-number': '60001019906' });
    expect(site.eid.requests.at(-1)).toMatchObject({ input: { nationalNumber: '60001019906' } });
    later(site, approval('60001019906'));
    expect((await requestPage(login)).location).toBe('/resume/login-1');
  });

  test('an order that nobody opened is not started again by itself', async () => {
    const login = open();
    await type(login, right);
    later(site, { state: 'ended', why: 'not-opened', hintCode: undefined });
    expect(shown(await requestPage(login)).state).toBe('ended');
    expect(site.eid.started).toHaveLength(1);
  });
});
