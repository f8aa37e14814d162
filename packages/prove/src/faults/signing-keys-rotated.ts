import type { Environment } from '../environment/environment.ts';
import { type FaultScenario, pause } from './fault.ts';

/** The limit for every replica to apply a change. */
const NOTICED_MS = 6_000;

export const signingKeysRotated: FaultScenario = {
  id: 'F18',
  title: 'the signing keys are rotated by command while logins run',
  expect:
    'a key is published before its first signature until its last token expires; no login fails',
  seconds: 14,
  async inject({ environment, signal, note }) {
    const before = await publishedKeys(environment);
    await environment.run('keys', 'prepare');
    await pause(NOTICED_MS, signal);
    // A new key waits an hour for caches; the test sets its time back.
    await environment.database.sql(
      `update signing_key set created_at = created_at - interval '2 hours' where state = 'next'`,
    );
    note((await environment.run('keys', 'rotate')).trim().replaceAll('\n', '; '));
    await pause(NOTICED_MS, signal);
    const after = await publishedKeys(environment);
    const lost = before.filter((kid) => !after.includes(kid));
    if (lost.length > 0) throw new Error(`no longer published: ${lost.join(', ')}`);
    if (after.length <= before.length) throw new Error('no new key was published');
  },
};

async function publishedKeys({ issuer }: Environment): Promise<readonly string[]> {
  const answer = await fetch(`${issuer}/.well-known/jwks`);
  const { keys } = (await answer.json()) as { readonly keys: readonly { readonly kid: string }[] };
  return keys.map(({ kid }) => kid);
}
