import { afterEach, describe, expect, test } from '@jest/globals';

import type { Branding } from '../../../../src/domain/branding.ts';
import { type LoginSite, openLoginSite } from './login-site.ts';
import { requestPage } from './request-page.ts';

const svg = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path fill="${colour}" d="M0 0h4v1H0z"/></svg>`,
  ).toString('base64');
const COMPANY: Branding = {
  displayName: { sv: 'Bolaget & Co', en: 'The company' },
  logo: svg('#123456'),
  darkLogo: svg('#fedcba'),
  color: '#7a1f5c',
  helpUrl: 'https://www.example.com/help',
  privacyUrl: 'https://www.example.com/privacy',
  accessibilityUrl: 'https://www.example.com/accessibility',
  supportPhone: '+46 (0)8-123 45 67',
};
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');

let site: LoginSite;
afterEach(() => site.close());

describe('a page of a domain with a branding', () => {
  test('has its logo, names, links and telephone number', async () => {
    site = await openLoginSite({ domain: COMPANY });
    const { text } = await requestPage(site.open({ uiLocales: ['sv'] }));
    expect(text).toMatch(
      /<img class="logo" src="\/assets\/brand\/[\w-]{22}\.svg" alt="Bolaget &amp; Co">/,
    );
    expect(text).toMatch(
      /<source srcset="\/assets\/brand\/[\w-]{22}\.svg" media="\(prefers-color-scheme: dark\)">/,
    );
    const operator = /data-testid="operator">(.*?)<\/p>/.exec(text)?.[1] ?? '';
    expect(operator).toContain('<span>Bolaget &amp; Co</span>');
    expect(operator).toContain(
      'href="https://www.example.com/help" target="_blank" rel="noopener"',
    );
    expect(operator.replaceAll(/<[^>]*>/g, '|')).toContain('Integritet||Tillgänglighet||+46 (0)8');
    expect(operator).toContain('href="tel:+46081234567"');
  });

  test('has the files of its brand on our origin, by their content, and sandboxed', async () => {
    site = await openLoginSite({ domain: COMPANY });
    const { text } = await requestPage(site.open());
    const paths = [...text.matchAll(/(?:src|srcset|href)="(\/assets\/brand\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    const files = await Promise.all(paths.map((path) => fetch(site.origin + path)));
    expect(files.map(({ headers }) => headers.get('content-type'))).toEqual([
      'text/css; charset=utf-8',
      'image/svg+xml',
      'image/svg+xml',
    ]);
    for (const { status, headers } of files) {
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(await files[0]?.text()).toContain(':root { --accent: #7a1f5c;');
    const images = await Promise.all(files.slice(1).map((file) => file.text()));
    expect(images).toEqual([
      expect.stringContaining('#fedcba'),
      expect.stringContaining('#123456'),
    ]);
    expect((await fetch(`${site.origin}/assets/brand/unknown.svg`)).status).toBe(404);
  });

  test('has what its application replaces, and the rest of the domain', async () => {
    site = await openLoginSite({
      domain: COMPANY,
      applications: { shop: { displayName: { en: 'The shop' }, logo: PNG } },
    });
    const shop = (await requestPage(site.open({ clientId: 'shop' }))).text;
    expect(shop).toMatch(/<img class="logo" src="\/assets\/brand\/[\w-]{22}\.png" alt="The shop">/);
    expect(shop).not.toContain('<source');
    expect(shop).toContain('href="https://www.example.com/help"');
    const path = /src="(\/assets\/brand\/[^"]+)"/.exec(shop)?.[1] ?? '';
    expect((await fetch(site.origin + path)).headers.get('content-type')).toBe('image/png');
    const other = (await requestPage(site.open({ clientId: 'other' }))).text;
    expect(other).toContain('alt="The company"');
  });

  test('shows a name without a logo, and nothing without a branding', async () => {
    site = await openLoginSite({ domain: { displayName: { en: 'The company' } } });
    const { text } = await requestPage(site.open());
    expect(text).toContain('data-testid="brand">The company</p>');
    expect(text).not.toContain('/assets/brand/');
    await site.close();
    site = await openLoginSite();
    expect((await requestPage(site.open())).text).not.toContain('data-testid="brand"');
  });
});
