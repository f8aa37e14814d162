import { describe, expect, test } from '@jest/globals';

import { problemsOf } from '../../../src/config/configuration-problems.ts';
import { fileSchema } from '../../../src/config/file/schema.ts';
import { webhookProblems } from '../../../src/config/file/webhooks.ts';

const TEST = [{ environment: 'test' }];
const PRODUCTION = [{ environment: 'test' }, { environment: 'production' }];

function schemaProblems(webhook: object): readonly string[] {
  const tenant = { id: 'a', name: 'A', domains: [], eids: [], applications: [] };
  const whole = { id: 'hook', url: 'https://x.example', secrets: [{ value: SECRET }], ...webhook };
  try {
    const file = { tenants: [{ ...tenant, webhooks: [whole] }] };
    fileSchema.validateSync(file, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    return problemsOf(error).map(({ path, message }) => `${path}: ${message}`);
  }
}

const SECRET = `whsec_${'A'.repeat(32)}`;
const HOOK = 'tenants[0].webhooks[0]';

describe('one webhook', () => {
  test('may omit its events', () => {
    expect(schemaProblems({})).toEqual([]);
    expect(schemaProblems({ events: ['signature.ended'] })).toEqual([]);
  });

  test.each([
    [
      'a strange name',
      { id: 'A' },
      `${HOOK}.id: must be 1 to 63 lower-case letters, digits and inner hyphens`,
    ],
    [
      'a short secret',
      { secrets: [{ value: `whsec_${'A'.repeat(31)}` }] },
      `${HOOK}.secrets[0].value: must be whsec_ and 24 to 64 bytes in base64`,
    ],
    ['no secret', { secrets: [] }, `${HOOK}.secrets: must have a secret`],
    [
      'three secrets',
      { secrets: Array(3).fill({ value: SECRET }) },
      `${HOOK}.secrets: must have at most two secrets`,
    ],
    ['no event', { events: [] }, `${HOOK}.events: must name an event, or be left out`],
    [
      'an unknown event',
      { events: ['login'] },
      `${HOOK}.events[0]: must be one of authentication.identified, authentication.remembered, authentication.ended, signature.identified, signature.ended, configuration.expiring`,
    ],
    [
      'an event twice',
      { events: ['signature.ended', 'signature.ended'] },
      `${HOOK}.events[1]: is listed twice`,
    ],
  ])('may not have %s', (_, webhook, problem) => {
    expect(schemaProblems(webhook)).toEqual([problem]);
  });
});

describe('webhooks of a tenant', () => {
  const problems = (domains: readonly object[], ...webhooks: readonly object[]) =>
    webhookProblems(webhooks, domains).map(({ path, message }) => `${path}: ${message}`);

  test('may be on the own machine for test domains alone', () => {
    const own = { id: 'a', url: 'http://localhost:4000/events' };
    expect(problems(TEST, own)).toEqual([]);
    expect(problems(PRODUCTION, own)).toEqual([
      '[0].url: must be https: http is for test domains only',
    ]);
    expect(problems(PRODUCTION, { id: 'a', url: 'https://10.0.0.1/' })).toEqual([
      '[0].url: must not lead to an internal address',
    ]);
  });

  test('have distinct names and secrets', () => {
    const webhook = {
      id: 'a',
      url: 'https://x.example',
      secrets: [{ value: 'x' }, { value: 'x' }],
    };
    expect(problems(PRODUCTION, webhook, { ...webhook, secrets: [] })).toEqual([
      '[1].id: is listed twice',
      '[0].secrets[1].value: is listed twice',
    ]);
  });
});
