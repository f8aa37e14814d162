import { describe, expect, test } from '@jest/globals';

import { errorPage } from '../../../../../src/adapters/http/login/pages/error-pages.ts';

const facts = {
  code: 'invalid_request',
  description: 'redirect_uri is not registered',
  supportCode: 'K7F2-QX9M',
  language: 'sv',
  frame: { environment: 'production' },
  samePage: undefined,
} as const;

describe('errorPage', () => {
  test('names the error and the support code', () => {
    const page = errorPage(facts);
    expect(page).toContain('<html lang="sv">');
    expect(page).toContain('<title>Något gick fel</title>');
    expect(page).toContain('data-testid="error-page"');
    expect(page).toContain('<code data-testid="error-code">invalid_request</code>');
    expect(page).toContain(
      '<p class="message" lang="en" data-testid="message">redirect_uri is not registered</p>',
    );
    expect(page).toContain('<code data-testid="support-code">K7F2-QX9M</code>');
  });

  test('escapes all its values', () => {
    const bad = '<script>alert(1)</script>';
    const page = errorPage({
      title: bad,
      code: bad,
      description: bad,
      supportCode: bad,
      language: 'en',
      frame: { environment: 'test' },
      samePage: { path: '/x', parameters: [[bad, bad]] },
    });
    expect(page).not.toContain('<script>');
    expect(page.match(/&lt;script&gt;alert\(1\)/g)).toHaveLength(8);
  });
});
