import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, OWNER_TOKEN, startManagement } from '../../support/management.ts';

const PREVIEW = '/api/tenants/shop/branding/preview';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path fill="#7a1f5c" d="M0 0h4v1H0z"/></svg>';
const BRANDING = {
  displayName: { sv: 'Bolaget', en: 'The company' },
  logo: Buffer.from(SVG).toString('base64'),
  color: '#7a1f5c',
};

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

describe('the preview of a branding', () => {
  test('draws every page as a document that loads and runs nothing', async () => {
    const { json } = await api.call(`GET ${PREVIEW}/pages`);
    expect(json.items).toEqual(expect.arrayContaining(['choose', 'scan', 'ended-blocked']));
    expect(json.languages).toContain('sv');
    for (const page of json.items) {
      const { status, text } = await post({ branding: BRANDING, page });
      expect([page, status]).toEqual([page, 200]);
      expect([page, text.match(/<script|\ssrc="(?!data:)|<link|@import|srcset="\//)]).toEqual([
        page,
        null,
      ]);
    }
  });

  test('has a policy of its own, for a sandboxed frame of the same origin', async () => {
    const { headers } = await api.call(`GET ${PREVIEW}?page=scan&language=sv`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]+=*'$/),
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox',
    ]);
  });

  test('shows what is stored, of the tenant, a domain and an application', async () => {
    const set = (path: string, branding: object) =>
      api.call(`PATCH /api/tenants/shop/${path}`, {
        body: { branding },
        headers: { 'if-match': '*' },
      });
    await set('domains/login.test.example', { supportPhone: '+46 8 123 45 67' });
    await set('applications/web', { displayName: { en: 'The web shop' } });
    const read = async (query: string) => (await api.call(`GET ${PREVIEW}?${query}`)).text;
    expect(await read('page=choose')).not.toContain('+46 8 123 45 67');
    expect(await read('domain=login.test.example')).toContain('+46 8 123 45 67');
    const both = await read('domain=login.test.example&application=web');
    expect(both).toContain('+46 8 123 45 67');
    expect(both).toContain('The web shop');
    expect(both).toContain('Login at Web');
    expect(await read('environment=production')).not.toContain('no real identities');
    expect((await api.call(`GET ${PREVIEW}?domain=other.example`)).status).toBe(404);
    expect((await api.call(`GET ${PREVIEW}?page=none`)).status).toBe(404);
    expect((await api.call(`GET ${PREVIEW}?language=xx`)).status).toBe(400);
  });

  test('shows what is typed, in the mode that is chosen, and stores nothing', async () => {
    const before = await api.call('GET /api/tenants/shop/branding');
    const dark = await post({ branding: BRANDING, theme: 'dark', language: 'sv' });
    expect(dark.text).toContain('Bolaget');
    expect(dark.text).toContain('<meta name="color-scheme" content="dark">');
    expect(dark.text).not.toContain('prefers-color-scheme');
    expect((await api.call('GET /api/tenants/shop/branding')).etag).toBe(before.etag);
  });

  test('names the faults of what is typed', async () => {
    const faults = async (branding: unknown) => {
      const { status, json } = await post({ branding });
      return [status, json.errors.map(({ path }: { path: string }) => path)];
    };
    expect(await faults({ color: '#ffffaa' })).toEqual([422, ['branding.color']]);
    expect(await faults({ colour: '#225588' })).toEqual([422, ['branding.colour']]);
    expect(await faults({ helpUrl: 'javascript:alert(1)' })).toEqual([422, ['branding.helpUrl']]);
    const script = SVG.replace('<path', '<script>alert(1)</script><path');
    const logo = Buffer.from(script).toString('base64');
    expect(await faults({ logo })).toEqual([422, ['branding.logo']]);
    expect(await faults('blue')).toEqual([422, ['branding']]);
    const form = await api.call(`POST ${PREVIEW}`, {
      body: 'request=%7Bno',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(400);
  });
});

(hasChromium() ? test : test.skip)(
  'a page of the console posts what is typed into a sandboxed frame',
  async () => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({
        extraHTTPHeaders: { authorization: `Bearer ${OWNER_TOKEN}` },
        colorScheme: 'light',
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.goto(api.url);
      await page.evaluate(
        postIntoFrame(JSON.stringify({ branding: BRANDING, page: 'scan', theme: 'dark' })),
      );
      const frame = page.frameLocator('iframe[name=preview]');
      await frame.getByRole('img', { name: 'The company' }).waitFor();
      const background = await frame
        .locator('body')
        .evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe('rgb(14, 19, 24)');
      const widths = await frame
        .locator('body')
        .evaluate('[...document.images].map(({ naturalWidth }) => naturalWidth)');
      expect(widths).toHaveLength(2);
      expect(widths).not.toContain(0);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

/** As a script of the console does it. */
function postIntoFrame(request: string): string {
  return `
    const frame = Object.assign(document.createElement('iframe'), { name: 'preview' });
    frame.setAttribute('sandbox', '');
    const form = Object.assign(document.createElement('form'), {
      action: '${PREVIEW}', method: 'post', target: 'preview',
    });
    const value = ${JSON.stringify(request)};
    form.append(Object.assign(document.createElement('input'), { name: 'request', value }));
    document.body.append(frame, form);
    form.submit();`;
}

function post(body: object) {
  return api.call(`POST ${PREVIEW}`, { body });
}
