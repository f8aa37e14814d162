import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { redirectUriProblem } from '../../src/config/file/url-rules.ts';
import { validateReturnUrl } from '../../src/flows/headless/start-headless.ts';
import { sampleApplication } from '../support/sample-application.ts';
import { near } from './near.ts';
import { read } from './read.ts';

describe('a return URL', () => {
  const uris = [
    'https://shop.example.com/callback',
    'http://localhost:3000/cb',
    'com.example.app:/cb',
    'https://a@b.example/',
    'https://x.example/#f',
  ];

  test('that may be registered has only one meaning', () => {
    fc.assert(
      fc.property(
        near(fc.constantFrom(...uris), '/:@#?*\\%.-'),
        fc.constantFrom('test', 'production'),
        (text, environment) => {
          if (redirectUriProblem(text, environment as 'test') !== undefined) return;
          const { protocol, username, password, hash, hostname } = new URL(text);
          expect([username, password, hash]).toEqual(['', '', '']);
          expect(text).not.toMatch(/[^\x21-\x7E]|[\\#*]/);
          expect(text.startsWith(protocol)).toBe(true);
          if (protocol === 'http:')
            expect([environment, ['localhost', '127.0.0.1', '[::1]'].includes(hostname)]).toEqual([
              'test',
              true,
            ]);
          else expect(protocol === 'https:' || protocol.includes('.')).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('of a headless request stays at the application', () => {
    const application = sampleApplication({ redirectUris: ['https://shop.example.com/callback'] });
    fc.assert(
      fc.property(
        near(fc.constant('https://shop.example.com/callback?n=1'), '?#@/.:\\'),
        (text) => {
          const validated = read(/^return-url-malformed$/, () => {
            validateReturnUrl(text, application);
            return new URL(text);
          });
          if (validated === undefined) return;
          expect([validated.origin, validated.pathname]).toEqual([
            'https://shop.example.com',
            '/callback',
          ]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
