import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Intent } from '../../../../src/domain/intent.ts';
import { ANY, type LoginSite, OTHER, openLoginSite, QR, SAME } from './login-site.ts';
import { later, requestPage, shown, start, status } from './request-page.ts';
import { identified, inApp } from './scripted-eid.ts';

const NASTY = `<script>alert(1)</script>
<img src=x onerror=alert(1)> <a href="javascript:alert(1)">press</a> &lt;b&gt;`;

let site: LoginSite;
beforeEach(async () => {
  site = await openLoginSite();
});
afterEach(() => site.close());

describe('a signature', () => {
  test.each([ANY, SAME, OTHER, QR])(
    'shows its text first, and starts nothing (%s)',
    async (acr) => {
      const login = site.open({ acr, intent: signing('I agree.\n  Indented.') });
      for (let time = 0; time < 2; time += 1) {
        const page = renderedPage(await requestPage(login));
        expect(page.plainText).toBe('I agree.\n  Indented.');
        expect(page.purpose).toBe('Sign at Demo shop');
        expect(page.heading).toBe('Sign with BankID');
      }
      expect(site.eid.started).toEqual([]);
    },
  );

  test('needs one click also with an acr that starts at once', async () => {
    const login = site.open({ acr: QR, intent: signing('I agree.') });
    const page = renderedPage(await requestPage(login));
    expect(page.state).toBe('confirm');
    expect([...page.forms.keys()]).toEqual(['other-device', 'cancel']);
    expect(await status(login)).toMatchObject({ state: 'confirm' });
    expect(site.eid.started).toEqual([]);

    await start(login, 'other');
    expect(renderedPage(await requestPage(login))).toMatchObject({
      state: 'scan',
      purpose: 'Sign at Demo shop',
      plainText: 'I agree.',
    });
  });

  test('requests exactly the signature of the text that the page showed', async () => {
    const intent = signing('I agree.');
    const login = site.open({ intent });
    await start(login, 'other');
    await start(login, 'other');
    expect(site.eid.requests).toHaveLength(1);
    expect(site.eid.requests[0]).toMatchObject({ kind: 'sign', text: intent.text });
  });

  test('keeps its text within reach while it is pending and when it failed', async () => {
    const login = site.open({ intent: signing('I agree.') });
    await start(login, 'other');
    for (const answer of [inApp, { state: 'ended', why: 'failed', hintCode: 'x' } as const]) {
      const page = await requestPage(login);
      expect(page.text).toMatch(/<details class="text" data-testid="text-again">[\s\S]*I agree\./);
      later(site, answer);
    }
    const page = await requestPage(login);
    expect(shown(page).state).toBe('ended');
    expect(page.text).toContain('I agree.');
  });

  test('has its text on a page that does not reload, for browsers without a script', async () => {
    const login = site.open({ intent: signing('I agree.') });
    await start(login, 'other');
    expect((await requestPage(login)).text).toContain(
      `<noscript><a class="button quiet" href="${login.path}/text"`,
    );
    const page = renderedPage(await requestPage(login, '/text'));
    expect(page).toMatchObject({ state: 'read', plainText: 'I agree.', reloadsAfter: undefined });
    expect(page.html).toContain(`href="${login.path}" data-testid="back"`);
    expect((await requestPage(site.open(), '/text')).status).toBe(404);
    expect((await requestPage({ ...login, cookie: '' }, '/text')).status).toBe(404);
  });

  test('goes on only when its own order is done', async () => {
    const login = site.open({ intent: signing('I agree.') });
    const other = site.open();
    await start(other, 'other');
    later(site, identified);
    expect((await requestPage(other)).status).toBe(302);
    expect(shown(await requestPage(login)).state).toBe('choose');
    expect(site.results.has(login.login.id)).toBe(false);
  });
});

describe('a text', () => {
  test('is escaped without any change', async () => {
    const page = await requestPage(site.open({ intent: signing(NASTY) }));
    expect(renderedPage(page).plainText).toBe(NASTY);
    expect(page.text).not.toMatch(/<script>|<img|<a href="javascript|onerror=alert\(1\)>\s*</);
  });

  test.each([
    'plain',
    ' two  spaces \n\n\nand lines\n',
    '\n starts with a line',
    'Å, ä, ö, €, 漢字, 👩‍⚖️',
    '## no heading, *not strong*',
  ])('without markup is shown unchanged (%j)', async (text) => {
    const page = renderedPage(await requestPage(site.open({ intent: signing(text) })));
    expect(page.plainText).toBe(text);
  });

  test('in markdown shows its headings, lists, rules and strong words, and no HTML', async () => {
    const text = '# Order\n\nI *agree* to <b>this</b>:\n\n+ one\n+ two\n\n---\n\n[x](http://evil)';
    const page = renderedPage(await requestPage(site.open({ intent: signing(text, 'markdown') })));
    const markup = page.textMarkup ?? '';
    expect(markup).toContain('<h3 class="heading-1">Order</h3>');
    expect(markup).toContain('<strong>agree</strong>');
    expect(markup).toContain('&lt;b&gt;this&lt;/b&gt;');
    expect(markup).toMatch(/<ul>\s*<li>one<\/li>\s*<li>two<\/li>\s*<\/ul>/);
    expect(markup).toContain('<hr>');
    expect(markup).not.toMatch(/<a |<b>|href/);
    expect(markup).toContain('[x](http://evil)');
  });

  test('in markdown skips no level of heading, whatever its own levels are', async () => {
    const text = 'Vendor:\n\n## Cool Delivery\n\n### Terms\n\n## Total';
    const page = renderedPage(await requestPage(site.open({ intent: signing(text, 'markdown') })));
    expect(page.textMarkup).toBe(
      [
        '<p class="plain">Vendor:</p>',
        '<h3 class="heading-2">Cool Delivery</h3>',
        '<h4 class="heading-3">Terms</h4>',
        '<h3 class="heading-2">Total</h3>',
      ].join(''),
    );
  });

  test('has an accessible name, and scrolls by keyboard', async () => {
    const page = await requestPage(site.open({ intent: signing('I agree.'), uiLocales: ['sv'] }));
    expect(page.text).toContain(
      '<div class="box signature" role="region" tabindex="0" aria-label="Text att skriva under"',
    );
  });
});

describe('a message of the application', () => {
  const message: Intent = {
    kind: 'authentication',
    action: 'approve',
    text: { visible: base64('You pay <5 €>.'), format: 'plaintext', nonVisible: undefined },
    person: undefined,
  };

  test('is shown on a page that starts as usual', async () => {
    const login = site.open({ acr: QR, intent: message });
    const page = await requestPage(login);
    expect(renderedPage(page)).toMatchObject({
      state: 'scan',
      purpose: 'Approve at Demo shop',
      plainText: 'You pay <5 €>.',
    });
    expect(page.text).toContain('<h2 class="name">Message from Demo shop</h2>');
    expect(page.text).not.toContain('<details');
    expect(site.eid.requests).toMatchObject([{ kind: 'identify', text: message.text }]);
  });

  test('is not shown when it is for the evidence alone', async () => {
    const text = { visible: undefined, format: 'plaintext', nonVisible: 'aGlkZGVu' } as const;
    const page = await requestPage(site.open({ intent: { ...message, text } }));
    expect(renderedPage(page).textMarkup).toBeUndefined();
    expect(page.text).not.toContain('aGlkZGVu');
  });
});

describe('an attempt that failed at the eID', () => {
  test('by an answer of another person is explained, and can be tried again', async () => {
    const login = site.open({ intent: signing('I agree.') });
    await start(login, 'other');
    later(site, { state: 'ended', why: 'other-person', hintCode: undefined });
    expect(renderedPage(await requestPage(login))).toMatchObject({
      state: 'ended',
      heading: 'Another person answered',
      message:
        'Demo shop asked for one certain person, and somebody else answered. Please try again as that person.',
    });
  });

  test('by evidence that is not valid is shown as a fault of the service', async () => {
    const login = site.open({ intent: signing('I agree.') });
    await start(login, 'other');
    later(site, { state: 'ended', why: 'unverified', hintCode: undefined });
    expect(renderedPage(await requestPage(login))).toMatchObject({
      heading: 'This did not work',
    });
  });
});

/** A signature of this text. */
function signing(text: string, format: 'plaintext' | 'markdown' = 'plaintext'): Intent {
  const shownText = { visible: base64(text), format, nonVisible: undefined };
  return { kind: 'signature', action: 'sign', text: shownText, person: undefined };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
