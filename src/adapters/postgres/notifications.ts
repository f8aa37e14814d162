import pg, { type ClientBase } from 'pg';

import type { Log } from '../../ports/log.ts';
import type { Sleep } from '../../ports/runtime.ts';

/** The channel of notifications about a new revision. */
export const REVISION_CHANNEL = 'configuration_revision';

const ADVANCE =
  'update configuration_revision set revision = revision + 1 returning revision::int as revision';
const NOTIFY = `select pg_notify('${REVISION_CHANNEL}', '')`;

/**
 * Makes the changes of the caller's transaction a new revision of the configuration. Listening replicas are notified when
 * the transaction commits; the others find it at their next poll. Returns the new revision.
 */
export async function advanceRevision(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ revision: number }>({
    name: 'revision_advance',
    text: ADVANCE,
  });
  await client.query({ name: 'revision_notify', text: NOTIFY });
  const [row] = rows;
  if (row === undefined) throw new Error('configuration_revision has no row');
  return row.revision;
}

/** The parameters of listening. */
export interface NotificationsDeps {
  /** A URL of the database without a transaction pooler: listening needs one connection. */
  readonly url: string;
  /** The pool of all other statements: notifications sent through it must arrive here. */
  readonly pool: pg.Pool;
  readonly sleep: Sleep;
  readonly log: Log;
  /** Called at each notification, and whenever one may have been missed. */
  readonly onRevision: () => void;
}

/** The one connection that listens. */
export interface Notifications {
  close(): Promise<void>;
}

const LISTEN = `listen ${REVISION_CHANNEL}`;
const TRIAL = `select pg_notify('${REVISION_CHANNEL}', 'trial')`;

/** Seconds between two attempts to listen: doubled each time, up to the longest. */
const FIRST_PAUSE = 1;
const MAX_PAUSE_SECONDS = 60;
/** Seconds between two trial notifications: only they reveal a connection that broke silently. */
const TRIAL_INTERVAL = 30;
const TRIAL_TIMEOUT = 5;

/**
 * Listens for new revisions on a connection of its own, and reconnects when notifications are lost. Listening only makes
 * changes faster: replicas also poll the revision. So a loss is logged once, and its end once.
 */
export function pgNotifications({
  url,
  pool,
  sleep,
  log,
  onRevision,
}: NotificationsDeps): Notifications {
  let client: pg.Client | undefined;
  let isClosed = false;
  let isTroubled = false;
  let pause = FIRST_PAUSE;
  void keepListening();

  return {
    async close() {
      isClosed = true;
      if (client !== undefined) await Promise.race([endQuietly(client), sleep(1)]);
    },
  };

  async function keepListening(): Promise<void> {
    while (!isClosed) {
      await listenUntilLost().catch(logLoss);
      await sleep(pause);
      pause = Math.min(pause * 2, MAX_PAUSE_SECONDS);
    }
  }

  function logLoss(cause: unknown): void {
    if (!isClosed && !isTroubled) log.warn('notifications.lost', { cause: String(cause) });
    isTroubled = true;
  }

  async function listenUntilLost(): Promise<void> {
    const own = newClient(url);
    client = own;
    const lost = lossOf(own);
    own.on('notification', ({ payload }) => {
      if (payload === '') onRevision();
    });
    try {
      await own.connect();
      await own.query(LISTEN);
      // Earlier notifications were lost.
      onRevision();
      while (!isClosed) {
        await Promise.race([lost, tryNotification(own)]);
        logRecovery();
        await Promise.race([lost, sleep(TRIAL_INTERVAL)]);
      }
    } finally {
      // Not awaited: a connection that is stuck never ends.
      void endQuietly(own);
    }
  }

  /** Any notification that arrives proves that listening works, also another replica's. */
  async function tryNotification(own: pg.Client): Promise<void> {
    const notified = new Promise<void>((resolve) => own.once('notification', () => resolve()));
    await pool.query(TRIAL);
    const late = sleep(TRIAL_TIMEOUT).then(() => {
      throw new Error(
        'a notification was sent and not received: listening needs its own connection',
      );
    });
    late.catch(() => undefined);
    await Promise.race([notified, late]);
  }

  function logRecovery(): void {
    if (isTroubled) log.info('notifications.restored');
    isTroubled = false;
    pause = FIRST_PAUSE;
  }
}

function newClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    keepAlive: true,
    application_name: 'eid-broker notifications',
  });
}

/** Rejects when the connection is lost. */
function lossOf(client: pg.Client): Promise<never> {
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('the connection was closed')));
  });
  lost.catch(() => undefined);
  return lost;
}

function endQuietly(client: pg.Client): Promise<void> {
  return client.end().catch(() => undefined);
}
