import { readdirSync, statSync } from 'node:fs';

import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import {
  PREVIEW_NAMES,
  type PreviewLook,
  previewPage,
  previewPages,
} from '../../../../../src/adapters/http/login/preview/preview-pages.ts';
import { contentSecurityPolicy } from '../../../../../src/adapters/http/security-headers.ts';
import type { Branding } from '../../../../../src/domain/branding.ts';
import { LANGUAGES } from '../../../../../src/domain/language.ts';
import { type LoginSite, openLoginSite } from '../login-site.ts';

const ASSETS = 'src/adapters/http/login/assets';
const logo = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path fill="${colour}" d="M0 0h4v1H0z"/></svg>`,
  ).toString('base64');
const BRANDING: Branding = {
  displayName: { sv: 'Försäkringsbolaget', en: 'The insurance company' },
  logo: logo('#7a1f5c'),
  darkLogo: logo('#f0a0d0'),
  color: '#7a1f5c',
  helpUrl: 'https://www.example.com/help',
  privacyUrl: 'https://www.example.com/privacy',
  accessibilityUrl: 'https://www.example.com/accessibility',
  supportPhone: '+46 8 123 45 67',
};
const LOOK: PreviewLook = {
  branding: BRANDING,
  environment: 'test',
  language: 'en',
  mobile: false,
  issuer: 'https://login.example.com',
  applicationName: 'Försäkringsbolaget Bostadsrättsföreningarnas',
};
const LOOKS = LANGUAGES.flatMap((language) =>
  [true, false].map((mobile) => ({
    ...LOOK,
    language,
    mobile,
    branding: mobile ? undefined : BRANDING,
  })),
);

test('there is a page for each state and each error', () => {
  const states = previewPages(LOOK).pages.values();
  const shown = [...states].map((html) => /data-state="(\w+)"/.exec(html)?.[1] ?? 'none');
  const all = ['choose', 'confirm', 'input', 'depart', 'scan', 'open', 'app', 'code', 'return'];
  expect([...new Set(shown)].sort()).toEqual([...all, 'answer', 'ended', 'none'].sort());
  expect(PREVIEW_NAMES).toHaveLength(new Set(PREVIEW_NAMES).size);
  expect(previewPage('unknown', LOOK)).toBeUndefined();
  expect(previewPage('scan', LOOK)).toBe(previewPages(LOOK).pages.get('scan'));
});

test.each(LOOKS)('all pages are whole documents ($language, phone: $mobile)', (look) => {
  const { pages, files } = previewPages(look);
  for (const [name, html] of pages) {
    expect([name, html.match(/<h1[ >]/g)]).toEqual([name, [expect.any(String)]]);
    expect([name, html.match(/<main /g)]).toEqual([name, [expect.any(String)]]);
    expect(html).toContain(`<html lang="${look.language}">`);
    expect(html).not.toMatch(/undefined|\[object|<style|\sstyle="|\son\w+="|<script>/);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    for (const [tag] of html.matchAll(/<img [^>]*>/g)) expect(tag).toContain('alt="');
    for (const [, path = ''] of html.matchAll(/(?:src|srcset|href)="(\/assets\/brand\/[^"]+)"/g)) {
      expect(files.has(path)).toBe(true);
    }
    expect(notClosed(html)).toEqual([]);
  }
});

test('no page weighs more than 50 kB with its files, the logos beside them', () => {
  const assets = readdirSync(ASSETS).map((name) => statSync(`${ASSETS}/${name}`).size);
  const shared = assets.reduce((sum, size) => sum + size, 7_000);
  for (const html of previewPages(LOOK).pages.values()) {
    expect(shared + Buffer.byteLength(html)).toBeLessThan(50_000);
  }
});

(hasChromium() ? describe : describe.skip)('in Chromium', () => {
  let browser: Browser;
  let site: LoginSite;
  const faults: string[] = [];
  beforeAll(async () => {
    site = await openLoginSite({ domain: BRANDING });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    expect(faults).toEqual([]);
  });

  async function open(names: readonly string[], look: Partial<PreviewLook>, options = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on(
      'request',
      (request) => request.url().includes('/login/') && faults.push(request.url()),
    );
    for (const name of names) {
      await page.route(`**/preview/${name}`, (route) =>
        route.fulfill({
          headers: { 'content-security-policy': contentSecurityPolicy() },
          contentType: 'text/html',
          body: previewPage(name, { ...LOOK, issuer: site.origin, ...look }) ?? '',
        }),
      );
    }
    return page;
  }

  test.each([
    { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 700 } },
  ] as const)('branded pages pass axe (%j)', async (options) => {
    const names = ['choose-to-sign', 'scan-with-message', 'ended-blocked', 'error-internal-error'];
    const page = await open(names, {}, options);
    for (const name of names) {
      await page.goto(`${site.origin}/preview/${name}`);
      await page.getByRole('img', { name: 'The insurance company' }).waitFor();
      expect([name, await flawsOf(page)]).toEqual([name, []]);
    }
    await page.context().close();
  });

  test.each(['sv', 'fi', 'lt'] as const)(
    'the whole QR code is in view below a logo on every screen, in %s',
    async (language) => {
      const page = await open(['scan'], { language });
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await page.goto(`${site.origin}/preview/scan`);
        await page.getByTestId('qr').waitFor();
        const box = await qrBox(page);
        const isInView = box.x >= 0 && box.y >= 0 && box.right <= width && box.bottom <= height;
        expect({ width, height, isInView, ...box }).toMatchObject({ isInView: true });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
      await page.context().close();
    },
  );
});

/** Desktop, the same at 200 % and 400 %, a phone upright and on its side. */
const SCREENS = [
  [1280, 720],
  [640, 360],
  [320, 256],
  [320, 568],
  [844, 390],
] as const;

async function qrBox(page: Page) {
  const { x, y, width, height } = (await page.locator('.tile canvas').boundingBox())!;
  return { x, y, right: x + width, bottom: y + height };
}

const VOID = new Set([
  'meta',
  'link',
  'input',
  'img',
  'br',
  'hr',
  'source',
  'path',
  'rect',
  'circle',
]);

/** The elements that are not closed in their order. */
function notClosed(html: string): readonly string[] {
  const stack: string[] = [];
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (end === '/') {
      if (stack.pop() !== name) return [`${name} ends in the wrong place`];
    } else if (!VOID.has(name)) stack.push(name);
  }
  return stack;
}
