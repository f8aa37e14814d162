import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredTenant, StoredWebhook } from 'eid-broker/domain/configuration';
import { WEBHOOK_EVENTS, webhookSecretsContext } from 'eid-broker/domain/webhook';
import type { ConfigurationStore } from 'eid-broker/ports/configuration';
import type { Webhooks } from 'eid-broker/ports/events';
import type { Vault } from 'eid-broker/ports/vault';

import { race } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at } from '../sample-authentication.ts';
import { domain, tenant } from '../sample-configuration.ts';

/** The webhooks, the configuration that declares them, and their tenants' events. */
export interface TestedWebhooks extends Webhooks {
  readonly configurationStore: ConfigurationStore;
  /** That many identified attempts, sealed. */
  happened(tenantId: string, ...ids: readonly string[]): Promise<void>;
}

const AT = { now: at(100), leaseUntil: at(160) };

/** The contract of the port `Webhooks`. */
export function webhooksContract(
  name: string,
  { open, vault }: { open: OpenReplicas<TestedWebhooks>; vault: Vault },
): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<TestedWebhooks>;
    let one: TestedWebhooks;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    const webhook = (tenantId: string, own: Partial<StoredWebhook> = {}): StoredWebhook => {
      const id = own.id ?? 'hook';
      const url = own.url ?? 'https://x.example';
      const context = webhookSecretsContext(tenantId, { id, url });
      const sealedSecrets = vault.seal(JSON.stringify(['whsec_1']), context);
      return { id, url, events: WEBHOOK_EVENTS, sealedSecrets, ...own };
    };
    const declare = (id: string, own: Partial<StoredTenant> = {}) => {
      const issuer = `https://${id}.example`;
      const domains = [domain({ issuer, environment: 'test' })];
      const next = { ...tenant({ id, domains }), eids: [], applications: [] };
      const webhooks = [webhook(id)];
      const replace = [{ ...next, webhooks, ...own }];
      return one.configurationStore.change(() => ({ replace, result: undefined }));
    };
    const taken = async () => {
      const lease = await one.take(AT);
      if (lease === undefined) throw new Error('nobody is behind');
      return lease;
    };
    const idsBehind = async (limit: number) =>
      (await one.undelivered(await taken(), limit)).map(({ position, facts }) => [
        position,
        facts.authenticationId,
      ]);

    test('no webhook is due before the first event', async () => {
      await one.happened('a', 'a-1');
      await declare('a');
      expect(await one.take(AT)).toBeUndefined();
      expect(await one.backlog()).toEqual([{ tenantId: 'a', id: 'hook', events: 0 }]);
    });

    test('a lease includes all data of the webhook', async () => {
      await declare('a', { webhooks: [webhook('a', { events: ['signature.ended'] })] });
      await one.happened('a', 'a-1', 'a-2');
      expect(await one.take(AT)).toEqual({
        tenantId: 'a',
        id: 'hook',
        number: 1,
        url: 'https://x.example',
        events: ['signature.ended'],
        secrets: ['whsec_1'],
        isTest: true,
        deliveredPosition: 0,
        head: 2,
        failures: 0,
      });
    });

    test('one production domain makes a webhook a production webhook', async () => {
      const domains = [
        domain({ issuer: 'https://a.example', environment: 'test' }),
        domain({ issuer: 'https://b.example' }),
      ];
      await declare('a', { domains });
      await one.happened('a', 'a-1');
      expect(await one.take(AT)).toMatchObject({ isTest: false });
    });

    test('secrets that cannot be decrypted are left out', async () => {
      await declare('a', { webhooks: [webhook('b')] });
      await one.happened('a', 'a-1');
      expect(await one.take(AT)).toMatchObject({ secrets: undefined });
    });

    test('events are returned in order, from the delivered position up to the limit', async () => {
      await one.happened('a', 'a-1');
      await declare('a');
      await one.happened('a', 'a-2', 'a-3', 'a-4');
      await one.happened('b', 'b-1');
      expect(await idsBehind(2)).toEqual([
        [2, 'a-2'],
        [3, 'a-3'],
      ]);
    });

    test('one caller has the lease until it expires', async () => {
      await declare('a');
      await one.happened('a', 'a-1');
      expect(await one.take(AT)).toMatchObject({ number: 1 });
      expect(await one.take({ ...AT, now: at(159.999) })).toBeUndefined();
      expect(await one.take({ ...AT, now: at(160) })).toMatchObject({ number: 2 });
    });

    test('one of racing replicas gets the lease', async () => {
      await declare('a');
      await one.happened('a', 'a-1');
      const leases = await race(store.replicas, (replica) => replica.take(AT));
      expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    });

    test('delivered events are not returned again', async () => {
      await declare('a');
      await one.happened('a', 'a-1', 'a-2');
      const lease = await taken();
      expect(await one.recordDelivered(lease, 1)).toBe(true);
      expect(await one.backlog()).toEqual([{ tenantId: 'a', id: 'hook', events: 1 }]);
      await one.release(lease, { deliveredPosition: 1, now: at(101) });
      expect(await one.take({ ...AT, now: at(101) })).toMatchObject({
        number: 2,
        deliveredPosition: 1,
      });
      await one.release({ ...lease, number: 2 }, { deliveredPosition: 2, now: at(102) });
      expect(await one.take({ ...AT, now: at(102) })).toBeUndefined();
    });

    test('a lease that another one followed changes nothing', async () => {
      await declare('a');
      await one.happened('a', 'a-1');
      const lease = await taken();
      await one.take({ now: at(160), leaseUntil: at(220) });
      expect(await one.recordDelivered(lease, 1)).toBe(false);
      await one.release(lease, { deliveredPosition: 1, now: at(161) });
      await one.postpone(lease, at(1000));
      expect(await one.take({ ...AT, now: at(219) })).toBeUndefined();
      expect(await one.take({ ...AT, now: at(220) })).toMatchObject({
        deliveredPosition: 0,
        failures: 0,
      });
    });

    test('a paused webhook is not returned, and its failures are counted until a delivery', async () => {
      await declare('a');
      await one.happened('a', 'a-1');
      await one.postpone(await taken(), at(500));
      expect(await one.take({ ...AT, now: at(499) })).toBeUndefined();
      const lease = await one.take({ now: at(500), leaseUntil: at(560) });
      expect(lease).toMatchObject({ failures: 1 });
      if (lease === undefined) return;
      await one.release(lease, { deliveredPosition: 0, now: at(501) });
      expect(await one.take({ ...AT, now: at(501) })).toMatchObject({
        deliveredPosition: 0,
        failures: 1,
      });
      await one.release({ ...lease, number: 3 }, { deliveredPosition: 1, now: at(502) });
      await one.happened('a', 'a-2');
      expect(await one.take({ ...AT, now: at(502) })).toMatchObject({
        deliveredPosition: 1,
        failures: 0,
      });
    });

    test('the webhook that was due first comes first', async () => {
      for (const id of ['a', 'b']) {
        await declare(id);
        await one.happened(id, `${id}-1`);
      }
      const [first, second] = [await taken(), await taken()];
      await one.release(second, { deliveredPosition: 0, now: at(101) });
      await one.release(first, { deliveredPosition: 0, now: at(102) });
      expect(await one.take({ ...AT, now: at(103) })).toMatchObject({ tenantId: second.tenantId });
    });

    test('declaring it again keeps its position, and makes it due at once; removing it deletes it', async () => {
      await declare('a');
      await one.happened('a', 'a-1', 'a-2');
      const lease = await taken();
      await one.recordDelivered(lease, 1);
      await one.postpone(lease, at(5000));
      await declare('a', { webhooks: [webhook('a', { url: 'https://y.example' })] });
      expect(await one.take(AT)).toMatchObject({
        url: 'https://y.example',
        deliveredPosition: 1,
        failures: 0,
      });
      await declare('a', { webhooks: [] });
      expect(await one.backlog()).toEqual([]);
    });
  });
}
