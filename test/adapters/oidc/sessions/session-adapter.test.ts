import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { at, START } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import { sessionAdapter } from '../../../../src/adapters/oidc/sessions/session-adapter.ts';
import { makeSessionLifetime } from '../../../../src/adapters/oidc/sessions/sessions.ts';
import { artifactAdapter } from '../../../../src/adapters/oidc/storage/artifact-adapter.ts';
import { DOMAIN } from '../clients/known-applications.ts';

const clock = () => START;
const stored = artifactAdapter('Kind', { artifacts: memoryArtifacts({ clock }), clock });
const WITH = { ...DOMAIN, singleSignOn: 600 };

test('a session is stored on a domain with single sign-on, once a person has logged in', async () => {
  const sessions = sessionAdapter(WITH, stored);
  await sessions.upsert('known', { accountId: 'a', uid: 'u' }, 60);
  await sessions.upsert('nobody', { uid: 'u' }, 60);
  await sessions.upsert('passing', { accountId: 'a', uid: 'u', transient: true }, 60);
  expect(await sessions.find('known')).toEqual({ accountId: 'a', uid: 'u', jti: 'known' });
  expect(await sessions.find('nobody')).toBeUndefined();
  expect(await sessions.find('passing')).toBeUndefined();
});

test('no session is stored or found on a domain without single sign-on', async () => {
  const sessions = sessionAdapter(DOMAIN, stored);
  await sessionAdapter(WITH, stored).upsert('older', { accountId: 'a' }, 60);
  await sessions.upsert('new', { accountId: 'a' }, 60);
  expect(await sessions.find('older')).toBeUndefined();
  expect(await stored.find('new')).toBeUndefined();
});

test('the lifetime of a session counts from the use of the eID', () => {
  const loginTs = +START / 1000;
  const leftAt = (seconds: number) =>
    makeSessionLifetime(WITH, () => at(seconds))(undefined, { loginTs });
  expect([0, 1, 599, 600, 700].map(leftAt)).toEqual([600, 599, 1, 1, 1]);
  expect(makeSessionLifetime(WITH, clock)(undefined, {})).toBe(1200);
  expect(makeSessionLifetime(DOMAIN, clock)(undefined, { loginTs })).toBe(1200);
});
