import type { StoredTenant } from '../domain/configuration.ts';
import { isJsonObject, type JsonObject } from '../domain/json.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../ports/runtime.ts';

/** The keys that an application publishes at a URL of its own, as they were read last. */
export interface ReadKeys {
  readonly tenantId: string;
  readonly clientId: string;
  readonly keys: readonly JsonObject[];
}

/** The published keys of applications, for the alarms. */
export interface KeySets {
  /** Reads those again that were not read for a day, some at a time. Never rejects. */
  refresh(tenants: readonly StoredTenant[]): Promise<void>;
  /** As they were read last in this process. */
  known(): readonly ReadKeys[];
}

interface Deps {
  /** The text at a URL that an application chose. @throws when it cannot, or must not, be fetched */
  readonly fetchText: (url: string, allowed: { readonly ownMachine: boolean }) => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

const DAY_MS = 86_400_000;
/** In one run: an alarm that is a day late is still weeks early. */
const MAX_FETCHES = 50;

interface Entry extends ReadKeys {
  readonly url: string;
  readonly readAt: number;
}

/** Remembers the key sets in this process. Nothing is stored: another replica reads them again. */
export function makeKeySets({ fetchText, clock, log }: Deps): KeySets {
  let entries = new Map<string, Entry>();

  return {
    known: () => [...entries.values()],

    async refresh(tenants) {
      const now = clock().getTime();
      const wanted = tenants.flatMap(publishedIn);
      const before = entries;
      entries = new Map();
      let fetches = 0;
      for (const one of wanted) {
        const id = `${one.tenantId} ${one.clientId}`;
        const old = before.get(id);
        const isRecent = old?.url === one.url && now - old.readAt < DAY_MS;
        if (isRecent || fetches >= MAX_FETCHES) {
          if (old !== undefined) entries.set(id, old);
          continue;
        }
        fetches += 1;
        // An outage removes no alarm.
        const keys = (await keysAt(one)) ?? old?.keys ?? [];
        entries.set(id, { ...one, keys, readAt: now });
      }
    },
  };

  /** Undefined: there are none to read. */
  async function keysAt({
    tenantId,
    clientId,
    url,
    ownMachine,
  }: Published): Promise<readonly JsonObject[] | undefined> {
    try {
      const set: unknown = JSON.parse(await fetchText(url, { ownMachine }));
      const keys = isJsonObject(set) && Array.isArray(set.keys) ? set.keys : [];
      if (keys.length > 0) return keys.filter(isJsonObject);
      log.warn('key-set.unusable', { tenantId, clientId, reason: 'has no keys' });
    } catch (cause) {
      log.warn('key-set.unusable', { tenantId, clientId, reason: reasonOf(cause) });
    }
    return undefined;
  }
}

interface Published extends Omit<ReadKeys, 'keys'> {
  readonly url: string;
  readonly ownMachine: boolean;
}

/** Only a tenant of test domains may have keys on its own machine. */
function publishedIn({ id: tenantId, domains, applications }: StoredTenant): Published[] {
  const ownMachine = domains.every(({ environment }) => environment === 'test');
  return applications.flatMap(({ clientId, jwksUri: url }) =>
    url === undefined ? [] : [{ tenantId, clientId, url, ownMachine }],
  );
}

/** Without the message of a syntax error: it quotes the fetched text. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return cause instanceof SyntaxError ? 'not JSON' : cause.message.slice(0, 200);
}
