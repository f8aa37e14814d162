import { memoryConfigurationStore } from '@eid-broker/testing/memory/configuration-store';
import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import { at } from '@eid-broker/testing/sample-authentication';
import {
  application,
  domain,
  SECRET,
  tenant,
  toConfiguration,
  webhook,
} from '@eid-broker/testing/sample-configuration';
import { beforeEach, expect, test } from '@jest/globals';

import { systemVault } from '../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../src/config/file/map-eid-secrets.ts';
import { makeApplyConfiguration } from '../../src/management/configuration/apply-configuration.ts';
import { makeReadExpiry } from '../../src/management/expiry.ts';
import { makeKeySets } from '../../src/management/key-sets.ts';
import { makeRaiseExpiryAlarms } from '../../src/management/raise-expiry-alarms.ts';
import type { ApiToken } from '../../src/ports/administrators.ts';
import type { ConfigurationStore } from '../../src/ports/configuration.ts';
import type { SendWebhook, WebhookOutcome } from '../../src/ports/events.ts';
import type { CertificateReading } from '../../src/ports/metrics.ts';
import type { RateLimits } from '../../src/ports/rate-limits.ts';

const DAY = 86_400;
const vault = systemVault([new Uint8Array(32).fill(1)]);

let now: Date;
let configurationStore: ConfigurationStore;
let rateLimits: RateLimits;
let certificates: readonly CertificateReading[];
beforeEach(() => {
  now = at(0);
  configurationStore = memoryConfigurationStore();
  rateLimits = memoryRateLimits();
  certificates = [certificate(31)];
});

function certificate(days: number, name = 'ours'): CertificateReading {
  const expiresAt = at(days * DAY);
  return { tenantId: 'shop', eid: 'xx-paper', environment: 'test', use: 'client', name, expiresAt };
}

const parts = () => ({
  readTenants: async (tenantId?: string) => {
    const { tenants } = await configurationStore.read();
    return tenants.filter(({ id }) => tenantId === undefined || id === tenantId);
  },
  certificates: async () => certificates,
  signingKeys: {
    list: async () => [
      {
        issuer: 'https://login.example.com',
        alg: 'RS256' as const,
        kid: 'k1',
        state: 'current' as const,
        createdAt: at(-360 * DAY),
        until: undefined,
      },
    ],
  },
  certificateEnd: (base64: string) => (base64 === 'der' ? at(9 * DAY) : undefined),
  clock: () => now,
});

async function apply(...tenants: Parameters<typeof toConfiguration>) {
  const demo = { secrets: [], publicKeys: [], eids: [] };
  const mapEidSecrets = mapEidSecretsOf([]);
  const options = { allowRemove: true };
  const given = { configurationStore, vault, mapEidSecrets, demo };
  await makeApplyConfiguration(given)(toConfiguration(...tenants), options);
}

/** One replica; the alarms that it logs and sends. */
function replica(outcome: () => WebhookOutcome = () => 'accepted') {
  const logged: string[] = [];
  const sent: { url: string; id: string; type: string; ownMachine: boolean }[] = [];
  const note = (event: string, facts: object = {}) => {
    const { kind, daysLeft, webhook: id } = facts as Readonly<Record<string, unknown>>;
    logged.push([event, kind, daysLeft, id].filter((word) => word !== undefined).join(' '));
  };
  const send: SendWebhook = async ({ id, body }, { url, ownMachine }) => {
    sent.push({ url, id, type: JSON.parse(body).type, ownMachine });
    return outcome();
  };
  const raise = makeRaiseExpiryAlarms({
    ...parts(),
    rateLimits,
    vault,
    send,
    log: { info: note, warn: note, error: note },
    shouldContinue: () => true,
  });
  return { raise, logged, sent };
}

test('the list has everything that ends, the first to end first', async () => {
  const jwks = {
    keys: [
      { kid: 'a', x5c: ['der'] },
      { kid: 'b', exp: at(2 * DAY).getTime() / 1000 },
    ],
  };
  const secrets = [
    { value: SECRET, expiresAt: at(-1 * DAY) },
    { value: `${SECRET}-2`, expiresAt: undefined },
  ];
  await apply(tenant({ applications: [application({ secrets, jwks })] }));
  const found = await makeReadExpiry(parts())('shop');
  expect(
    found.map(({ kind, id, what, daysLeft, alarm }) => [kind, id, what, daysLeft, alarm]),
  ).toEqual([
    ['client-secret', 'web', 'secret 1', -1, 0],
    ['registered-key', 'web', 'key b', 2, 7],
    ['signing-key', 'https://login.example.com', 'RS256 k1: rotate', 5, 7],
    ['registered-key', 'web', 'key a', 9, 14],
    ['certificate', 'xx-paper (test)', 'client ours', 31, undefined],
  ]);
  expect(await makeReadExpiry(parts())('bank')).toEqual([]);
});

test('an alarm is raised at 30, 14, 7, 1 and 0 days, once over all replicas', async () => {
  await apply(tenant({ domains: [] }));
  const [one, other] = [replica(), replica()];
  const byDay = new Map<number, readonly string[]>();
  for (let day = 0; day <= 34; day += 0.5) {
    now = at(day * DAY);
    await Promise.all([one.raise(), other.raise()]);
    const logged = [...one.logged.splice(0), ...other.logged.splice(0)];
    if (logged.length > 0) byDay.set(day, logged);
  }
  expect([...byDay]).toEqual([
    [0.5, ['configuration.expiring certificate 30']],
    [16.5, ['configuration.expiring certificate 14']],
    [23.5, ['configuration.expiring certificate 7']],
    [29.5, ['configuration.expiring certificate 1']],
    [30.5, ['configuration.expiring certificate 0']],
  ]);
});

test('another certificate has alarms of its own', async () => {
  await apply(tenant({ domains: [] }));
  certificates = [certificate(5)];
  const { raise, logged } = replica();
  await raise();
  certificates = [certificate(6)];
  await raise();
  expect(logged).toHaveLength(2);
});

test('a webhook gets each alarm once, and again until it accepts', async () => {
  certificates = [certificate(5)];
  const billing = webhook({ id: 'billing', events: ['signature.identified'] });
  const watch = webhook({ id: 'watch', url: 'https://watch.example' });
  const domains = [domain({ issuer: 'https://test.example.com', environment: 'test' })];
  await apply(tenant({ domains, webhooks: [billing, watch] }));
  let outcome: WebhookOutcome = 'unreachable';
  const { raise, sent, logged } = replica(() => outcome);

  await raise();
  outcome = 'accepted';
  now = at(10 * 60);
  await raise();
  now = at(20 * 60);
  await raise();

  const message = {
    url: 'https://watch.example',
    id: expect.stringMatching(/^exp_[0-9a-f]{12}$/),
    type: 'configuration.expiring',
    ownMachine: true,
  };
  expect(sent).toEqual([message, message]);
  expect(sent[0]?.id).toBe(sent[1]?.id);
  expect(logged).toEqual(['configuration.expiring certificate 5', 'webhook.alarm_failed watch']);
});

test('a replica that ends while it sends an alarm has another one send it, and meanwhile none', async () => {
  certificates = [certificate(5)];
  await apply(tenant({ domains: [], webhooks: [webhook({ id: 'watch' })] }));
  const ending = replica(() => {
    throw new Error('the process ends');
  });
  await expect(ending.raise()).rejects.toThrow('the process ends');
  const other = replica();
  now = at(60);
  await other.raise();
  expect(other.sent).toEqual([]);
  now = at(10 * 60);
  await other.raise();
  await other.raise();
  expect(other.sent.map(({ id }) => id)).toEqual([ending.sent[0]?.id]);
});

test('API tokens have the alarms that fit in their life, also those of the installation', async () => {
  await apply(tenant({ domains: [], applications: [] }));
  certificates = [];
  const token = (id: string, tenantId: string, days: number): ApiToken => ({
    id,
    name: id,
    tenant: tenantId,
    role: 'developer',
    permissions: undefined,
    createdAt: at(0),
    createdBy: 'command-line',
    expiresAt: at(days * DAY),
    usedAt: undefined,
  });
  const tokens = [token('week', 'shop', 7), token('quarter', 'shop', 90), token('all', '*', 30)];
  const apiTokens = {
    ending: async (of?: string) => tokens.filter((one) => of === undefined || one.tenant === of),
  };
  const read = async (of?: string) =>
    (await makeReadExpiry({ ...parts(), apiTokens })(of)).map(({ kind, id, alarm }) => [
      kind,
      id,
      alarm,
    ]);
  expect(await read('shop')).toEqual([
    ['api-token', 'week', undefined],
    ['api-token', 'quarter', undefined],
  ]);
  now = at(6.5 * DAY);
  expect((await read())[0]).toEqual(['api-token', 'week', 0]);
  now = at(23.5 * DAY);
  expect((await read())[1]).toEqual(['api-token', 'all', 7]);
  now = at(60 * DAY);
  expect((await read('shop'))[1]).toEqual(['api-token', 'quarter', 30]);
});

test('keys that an application publishes have alarms; they are read once a day', async () => {
  const jwksUri = 'https://shop.example.com/keys';
  await apply(tenant({ domains: [], applications: [application({ secrets: [], jwksUri })] }));
  certificates = [];
  const fetched: string[] = [];
  const warned: string[] = [];
  let text = JSON.stringify({ keys: [{ kid: 'b', exp: at(9 * DAY).getTime() / 1000 }] });
  const note = (event: string, { reason }: { reason?: string } = {}) =>
    void warned.push(`${event} ${reason}`);
  const keySets = makeKeySets({
    async fetchText(url) {
      fetched.push(url);
      return text;
    },
    clock: () => now,
    log: { info: note, warn: note, error: note },
  });
  const { tenants } = await configurationStore.read();
  const list = async () =>
    (await makeReadExpiry({ ...parts(), keySets })('shop')).map(({ what, alarm }) => [what, alarm]);
  await keySets.refresh(tenants);
  expect(await list()).toEqual([['key b', 14]]);
  now = at(0.9 * DAY);
  await keySets.refresh(tenants);
  expect(fetched).toEqual([jwksUri]);

  now = at(1.1 * DAY);
  text = '<html>';
  await keySets.refresh(tenants);
  expect([fetched.length, await list(), warned]).toEqual([
    2,
    [['key b', 7]],
    ['key-set.unusable not JSON'],
  ]);
  await keySets.refresh([]);
  expect(keySets.known()).toEqual([]);
});
