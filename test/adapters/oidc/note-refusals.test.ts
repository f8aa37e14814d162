import { expect, test } from '@jest/globals';

import { makeNoteRefusal } from '../../../src/adapters/oidc/note-refusals.ts';

test('a fault in finding the reason changes no answer, and is one warning for each kind of error', () => {
  const warned: unknown[] = [];
  const refused: unknown[] = [];
  const deps = {
    domain: { issuer: 'https://login.example.com', tenantId: 'demo' },
    configuration: { application: () => undefined, applications: fail, domains: [] },
    newSupportCode: () => 'K7F2QX9M',
    noteSteps: { refused: (request: object) => refused.push(request) },
    clock: () => new Date(0),
    log: { warn: (event: string, facts: object) => warned.push([event, facts]) },
  };
  // The code reads these members of the two alone.
  const noteRefusal = makeNoteRefusal(deps as never);
  for (let times = 0; times < 2; times += 1) {
    const error = Object.assign(new Error('refused'), { key: 'client-unknown', expose: true });
    noteRefusal(request() as never, error);
  }
  const facts = { key: 'client-unknown', cause: expect.stringMatching(/^TypeError at /) };
  expect(warned).toEqual([['request.finding_failed', facts]]);
  expect(refused).toMatchObject([{ code: 'K7F2QX9M' }, { code: 'K7F2QX9M' }]);
  expect(JSON.stringify(warned)).not.toContain('a value');
});

function fail(): never {
  throw new TypeError('a value');
}

/** The code reads these members alone. */
function request() {
  const response = { get: () => '' };
  const url = '/oauth2/token';
  const get = () => '';
  return { req: {}, method: 'POST', url, path: url, query: {}, get, set: () => {}, response };
}
