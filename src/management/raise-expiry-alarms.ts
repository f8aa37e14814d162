import type { StoredTenant } from '../domain/configuration.ts';
import type { Alarm, Expiry } from '../domain/expiry.ts';
import { expiryMessageBody, type WebhookSettings } from '../domain/webhook.ts';
import type { SendWebhook } from '../ports/events.ts';
import type { Log } from '../ports/log.ts';
import type { RateLimits, Use } from '../ports/rate-limits.ts';
import { type ConfigurationVault, openedSecrets } from './configuration/sealed-configuration.ts';
import { type ExpiryParts, expiryIn } from './expiry.ts';
import type { KeySets } from './key-sets.ts';

interface Deps extends ExpiryParts {
  /** Absent: published keys have no alarms. */
  readonly keySets?: KeySets | undefined;
  readonly rateLimits: Pick<RateLimits, 'take' | 'full'>;
  readonly vault: ConfigurationVault;
  readonly send: SendWebhook;
  readonly log: Log;
  readonly shouldContinue: () => boolean;
}

/** An alarm that was raised is raised again after so long, if nobody acts: longer than between two alarms. */
const AGAIN_SECONDS = 60 * 86_400;

/** So long one replica alone may send an alarm to a webhook: longer than a delivery takes, shorter than between two runs. */
const LEASE_SECONDS = 5 * 60;

type Due = Expiry & { readonly alarm: Alarm };

/**
 * Raises each alarm that is due once over all replicas: as a line in the log, and as a message to each webhook that receives
 * such events. A message that is not accepted is sent again at the next run. To be called now and then.
 */
export function makeRaiseExpiryAlarms(deps: Deps): () => Promise<void> {
  const { readTenants, rateLimits, vault, send, clock, log, shouldContinue } = deps;

  return async function raiseExpiryAlarms() {
    const tenants = await readTenants();
    await deps.keySets?.refresh(tenants);
    const all = await expiryIn(tenants, deps);
    const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
    for (const one of all) {
      if (!isDue(one) || !shouldContinue()) continue;
      await logOnce(one);
      const tenant = byId.get(one.tenantId);
      // A token of the whole installation is the matter of no tenant.
      if (tenant === undefined) continue;
      for (const webhook of tenant.webhooks) {
        if (webhook.events.includes('configuration.expiring')) await sendOnce(one, tenant, webhook);
      }
    }
  };

  async function logOnce(one: Due): Promise<void> {
    const { isTaken } = await rateLimits.take([raised(one, 'log')], clock());
    if (!isTaken) return;
    const { tenantId, kind, id, what, daysLeft } = one;
    log.warn('configuration.expiring', { tenantId, kind, id, what, daysLeft });
  }

  /** The alarm counts as raised once it is accepted: a replica that ends before has another one repeat it. */
  async function sendOnce(
    one: Due,
    tenant: StoredTenant,
    webhook: StoredTenant['webhooks'][number],
  ): Promise<void> {
    const secrets = openedSecrets(tenant.id, webhook, vault);
    if (secrets === undefined) return;
    const at = clock();
    const receiver = receiverOf(webhook);
    if ((await rateLimits.full([raised(one, receiver)], at)).length > 0) return;
    if (!(await rateLimits.take([leased(one, receiver)], at)).isTaken) return;
    const [fingerprint = ''] = vault.fingerprints(nameOf(one), 'configuration.expiring');
    const message = { id: `exp_${fingerprint}`, body: expiryMessageBody(one, at), at };
    const ownMachine = tenant.domains.every(({ environment }) => environment === 'test');
    const outcome = await send(message, { url: webhook.url, secrets, ownMachine });
    if (outcome === 'accepted') await rateLimits.take([raised(one, receiver)], clock());
    else log.warn('webhook.alarm_failed', { tenantId: tenant.id, webhook: webhook.id, outcome });
  }
}

function isDue(one: Expiry): one is Due {
  return one.alarm !== undefined;
}

function receiverOf({ id, url }: WebhookSettings): string {
  return `webhook:${id}:${url}`;
}

function raised(one: Due, receiver: string): Use {
  const key = `expiry:${nameOf(one)}:${receiver}`;
  return { key, limit: { most: 1, seconds: AGAIN_SECONDS } };
}

function leased(one: Due, receiver: string): Use {
  const key = `expiry-lease:${nameOf(one)}:${receiver}`;
  return { key, limit: { most: 1, seconds: LEASE_SECONDS } };
}

/** Another certificate of the same name has another end, and alarms of its own. */
function nameOf({ tenantId, kind, id, what, expiresAt, alarm }: Due): string {
  return JSON.stringify([tenantId, kind, id, what, expiresAt.toISOString(), alarm]);
}
