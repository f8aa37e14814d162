import { sampleOffer, sampleVariant } from '@eid-broker/testing/sample-offers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { LoginContext } from '../../../../src/adapters/http/login/login-context.ts';
import { layout } from '../../../../src/adapters/http/login/pages/document.ts';
import { endedPage } from '../../../../src/adapters/http/login/pages/ended-page.ts';
import { pageOf, type ShownView } from '../../../../src/adapters/http/login/routes/pages.ts';
import { Failure } from '../../../../src/domain/failure.ts';
import { LANGUAGES, type Language } from '../../../../src/domain/language.ts';
import type { EndedView } from '../../../../src/flows/browser-login/login.ts';
import { type LoginSite, openLoginSite, VISIT } from './login-site.ts';
import { requestPage, shown, start, status } from './request-page.ts';
import { scriptedRedirectEid } from './scripted-eid.ts';

let site: LoginSite;
beforeEach(async () => {
  site = await openLoginSite();
});
afterEach(() => site.close());

const SIGNING = {
  kind: 'signature',
  action: 'sign',
  text: { visible: 'SSBhZ3JlZS4=', format: 'plaintext', nonVisible: undefined },
  person: undefined,
} as const;

describe('the departure', () => {
  test('happens at the first view, by itself, with a link for browsers that do not follow', async () => {
    const page = await requestPage(site.open({ acr: VISIT }));
    const link = /href="([^"]+)" data-testid="depart"/
      .exec(page.text)?.[1]
      ?.replaceAll('&amp;', '&');
    expect(link).toMatch(/^https:\/\/eid\.example\/login\?state=/);
    expect(page.headers.get('refresh')).toBe(`0; url=${link}`);
    expect(shown(page)).toEqual({
      state: 'depart',
      message: 'Du fortsætter på siderne hos MitID og kommer tilbage hertil bagefter.',
    });
  });

  test('happens by itself only once', async () => {
    const login = site.open({ acr: VISIT });
    const first = await requestPage(login);
    const again = await requestPage(login);
    expect(shown(again).state).toBe('depart');
    expect(again.headers.get('refresh')).toBeNull();
    const linkOf = (text: string) => /href="([^"]+)" data-testid="depart"/.exec(text)?.[1];
    expect(linkOf(again.text)).toBe(linkOf(first.text));
    expect(await status(login)).toMatchObject({ state: 'depart' });
  });

  test('never happens by itself after an answer, nor when that was lost', async () => {
    const login = site.open({ acr: VISIT });
    await requestPage(login);
    await site.arrive(login);
    const examined = await requestPage(login);
    expect(shown(examined)).toEqual({
      state: 'answer',
      message: 'Vi kontrollerer svaret fra MitID.',
    });
    site.advance(60);
    const ended = await requestPage(login);
    expect(shown(ended).state).toBe('ended');
    expect([examined, ended].map(({ headers }) => headers.get('refresh'))).toEqual([null, null]);
    expect(await status(login)).toEqual({ state: 'ended', message: shown(ended).message });

    const again = await start(login, 'same');
    expect(again.headers.get('refresh')).toMatch(/^0; url=https:\/\/eid\.example\//);
  });

  test('for a signature waits for a click below the text', async () => {
    const login = site.open({ acr: VISIT, intent: SIGNING });
    const page = await requestPage(login, '', { headers: { 'accept-language': 'en' } });
    expect(page.headers.get('refresh')).toBeNull();
    expect(page.text).toContain('I agree.');
    expect(page.text).toContain('>Continue to MitID<small>Sign at Demo shop</small></button>');
    expect(page.text).toContain('MitID shows you the same text.');
    const departed = await start(login, 'same');
    expect(departed.text).toContain('I agree.');
    expect(departed.headers.get('refresh')).toMatch(/^0; url=https:\/\/eid\.example\//);
  });

  test('of a script is the URL alone', async () => {
    const login = site.open({ acr: VISIT, intent: SIGNING });
    const answer = await start(login, 'same', { accept: 'application/json' });
    expect(JSON.parse(answer.text)).toEqual({
      state: 'done',
      message: '',
      continue: expect.stringMatching(/^https:\/\/eid\.example\/login\?state=/),
    });
  });

  test.each([
    ['eid-unavailable', 503, 'MitID svarer ikke lige nu. Prøv igen om lidt.'],
    [
      'eid-misconfigured',
      502,
      'Fejlen er ikke din. Hvis den bliver ved, så kontakt supporten for den tjeneste, du kom fra.',
    ],
  ] as const)('that fails with %s says what to do', async (code, expected, message) => {
    site.redirectEid.refusal = new Failure(code);
    const page = await requestPage(site.open({ acr: VISIT }));
    expect(page.status).toBe(expected);
    expect(shown(page)).toEqual({ state: 'ended', message });
    expect(page.text).toContain('data-testid="support-code"');
  });
});

describe('the language', () => {
  test.each([
    [[], undefined, 'da'],
    [[], '*', 'da'],
    [[], 'tlh, *;q=0.1', 'da'],
    [[], 'de', 'de'],
    [['fr'], 'de', 'fr'],
    [['tlh'], undefined, 'da'],
  ])('of ui_locales %j and Accept-Language %j is %s', async (uiLocales, accepted, expected) => {
    const login = site.open({ acr: VISIT, uiLocales });
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const { text } = await requestPage(login, '', { headers });
    expect(/<html lang="(..)"/.exec(text)?.[1]).toBe(expected);
    expect(/language=(..)/.exec(text)?.[1]).toBe(expected);
  });
});

/** Words for apps and QR codes in the languages of our pages. */
const APP =
  /QR|\bapp|\w-app|sovellu|l’application|rakendus|lietotn|programėl|scan|skann|skeni|nuskait/i;

const ENDINGS: readonly EndedView['why'][] = [
  'declined',
  'not-opened',
  'expired',
  'superseded',
  'blocked',
  'app-unable',
  'too-risky',
  'other-browser',
  'other-person',
  'failed',
  'lost',
  'unverified',
  'unavailable',
  'busy',
  'misconfigured',
  'too-many-requests',
];

const VIEWS: readonly ShownView[] = [
  { step: 'confirm', device: 'same', startsAtOnce: true },
  { step: 'depart', url: 'https://eid.example/', leaves: true },
  {
    step: 'waiting',
    device: 'same',
    stage: 'identification',
    hintCode: '',
    launchData: undefined,
    awaitsReturn: false,
  },
  ...ENDINGS.map((why) => ({ step: 'ended', device: 'same', why, hintCode: undefined }) as const),
  ...ENDINGS.map(
    (why) => ({ step: 'ended', device: 'same', why, hintCode: 'their-error' }) as const,
  ),
];

test.each(LANGUAGES)(
  'no page of an eID without an app mentions one, or a QR code, in %s',
  (language) => {
    for (const view of VIEWS) {
      const page = pageOf(view, contextIn(language));
      const visible = layout(page, contextIn(language))
        .replace(/^[\s\S]*<main/, '<main')
        .replaceAll(/<[^>]*>/g, ' ');
      expect([view, APP.exec(visible)?.[0]]).toEqual([view, undefined]);
      if (view.step !== 'ended') expect(visible).toContain('MitID');
    }
  },
);

test.each(LANGUAGES)('each ending has a heading and another explanation in %s', (language) => {
  for (const why of ENDINGS) {
    const view: EndedView = { step: 'ended', device: 'same', why, hintCode: undefined };
    const { heading, message } = endedPage(view, contextIn(language));
    expect(message.length).toBeGreaterThan(heading.length);
    expect(message.startsWith(heading)).toBe(false);
  }
});

function contextIn(language: Language): LoginContext {
  const { login } = site.open({ acr: VISIT, intent: SIGNING });
  const variant = sampleVariant(VISIT, { title: 'MitID', device: 'same' });
  const eid = scriptedRedirectEid();
  const shared = { login, eid, variant, offer: sampleOffer(), language };
  return {
    ...shared,
    title: 'MitID',
    hasApp: false,
    mobile: false,
    frame: { environment: 'test' },
  };
}
