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
  readonly rateLimits: Pick<RateLimits, 'take' | 'refund'>;
  readonly vault: ConfigurationVault;
  readonly send: SendWebhook;
  readonly log: Log;
  readonly shouldContinue: () => boolean;
}

/** An alarm that was raised is raised again after so long, if nobody acts: longer than between two alarms. */
const AGAIN_SECONDS = 60 * 86_400;

type Due = Expiry & { readonly alarm: Alarm };

/**
 * Raises each alarm that is due once over all replicas: as a line in the log, and as a message to each webhook that receives
 * such events. A message that is not accepted is sent again at the next run. To be called now and then.
 */
export function makeRaiseExpiryAlarms(deps: Deps): () => Promise<void> {
  const { configurationStore, rateLimits, vault, send, clock, log, shouldContinue } = deps;

  return async function raiseExpiryAlarms() {
    const { tenants } = await configurationStore.read();
    await deps.keySets?.refresh(tenants);
    const all = await expiryIn(tenants, deps);
    const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
    for (const one of all) {
      const tenant = byId.get(one.tenantId);
      if (tenant === undefined || !isDue(one) || !shouldContinue()) continue;
      await logOnce(one);
      for (const webhook of tenant.webhooks) {
        if (webhook.events.includes('configuration.expiring')) await sendOnce(one, tenant, webhook);
      }
    }
  };

  async function logOnce(one: Due): Promise<void> {
    const { isTaken } = await rateLimits.take([useOf(one, 'log')], clock());
    if (!isTaken) return;
    const { tenantId, kind, id, what, daysLeft } = one;
    log.warn('configuration.expiring', { tenantId, kind, id, what, daysLeft });
  }

  async function sendOnce(
    one: Due,
    tenant: StoredTenant,
    webhook: StoredTenant['webhooks'][number],
  ): Promise<void> {
    const secrets = openedSecrets(tenant.id, webhook, vault);
    if (secrets === undefined) return;
    const at = clock();
    const use = useOf(one, receiverOf(webhook));
    if (!(await rateLimits.take([use], at)).isTaken) return;
    const [fingerprint = ''] = vault.fingerprints(nameOf(one), 'configuration.expiring');
    const message = { id: `exp_${fingerprint}`, body: expiryMessageBody(one, at), at };
    const ownMachine = tenant.domains.every(({ environment }) => environment === 'test');
    const outcome = await send(message, { url: webhook.url, secrets, ownMachine });
    if (outcome !== 'accepted') await rateLimits.refund([use], at);
  }
}

function isDue(one: Expiry): one is Due {
  return one.alarm !== undefined;
}

function receiverOf({ id, url }: WebhookSettings): string {
  return `webhook:${id}:${url}`;
}

function useOf(one: Due, receiver: string): Use {
  const key = `expiry:${nameOf(one)}:${receiver}`;
  return { key, limit: { most: 1, seconds: AGAIN_SECONDS } };
}

/** Another certificate of the same name has another end, and alarms of its own. */
function nameOf({ tenantId, kind, id, what, expiresAt, alarm }: Due): string {
  return JSON.stringify([tenantId, kind, id, what, expiresAt.toISOString(), alarm]);
}
