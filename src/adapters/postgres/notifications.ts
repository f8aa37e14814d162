import pg, { type ClientBase } from 'pg';

import type { Log } from '../../ports/log.ts';
import type { Sleep } from '../../ports/runtime.ts';

/** Where those who listen hear that there is a new revision. */
export const REVISION_CHANNEL = 'configuration_revision';

const ADVANCE = 'update configuration_revision set revision = revision + 1';
const NOTIFY = `select pg_notify('${REVISION_CHANNEL}', '')`;

/**
 * Makes what the caller's transaction changed a new revision of the configuration. Replicas that listen hear
 * of it when the transaction commits; the others see it when they look.
 */
export async function advanceRevision(client: ClientBase): Promise<void> {
  await client.query({ name: 'revision_advance', text: ADVANCE });
  await client.query({ name: 'revision_notify', text: NOTIFY });
}

/** What listening takes. */
export interface NotificationsDeps {
  /** A way to the database that keeps its connection: not through a pool of transactions. */
  readonly url: string;
  /** The pool of all other statements: a notification sent there must arrive here. */
  readonly pool: pg.Pool;
  readonly sleep: Sleep;
  readonly log: Log;
  /** There may be a new revision: called at each notice, and whenever one may have been missed. */
  readonly onRevision: () => void;
}

/** The one connection that listens. */
export interface Notifications {
  close(): Promise<void>;
}

const LISTEN = `listen ${REVISION_CHANNEL}`;
const TRY = `select pg_notify('${REVISION_CHANNEL}', 'trial')`;

/** Between two tries to listen, in seconds: doubled each time, up to the longest. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 60;
/** How often listening is tried, in seconds: a connection that died in silence says so only when asked. */
const TRY_EVERY = 30;
const HEARD_WITHIN = 5;

/**
 * Listens for new revisions on a connection of its own, and connects again whenever it hears no more. Listening
 * only makes things faster: who looks now and then misses nothing, so trouble here is a line in the log, once,
 * and another when it is over.
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
      await listenUntilLost().catch(notifyOnce);
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  function notifyOnce(cause: unknown): void {
    if (!isClosed && !isTroubled) log.warn('notices.lost', { cause: String(cause) });
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
        await Promise.race([lost, notifies(own)]);
        tellRecovery();
        await Promise.race([lost, sleep(TRY_EVERY)]);
      }
    } finally {
      // Not awaited: a connection that is stuck never ends.
      void endQuietly(own);
    }
  }

  /** Whoever sends it: a notice that arrives proves that notices arrive. */
  async function notifies(own: pg.Client): Promise<void> {
    const notified = new Promise<void>((resolve) => own.once('notification', () => resolve()));
    await pool.query(TRY);
    const late = sleep(HEARD_WITHIN).then(() => {
      throw new Error('a notice was sent and not heard: listening takes a connection of its own');
    });
    late.catch(() => undefined);
    await Promise.race([notified, late]);
  }

  function tellRecovery(): void {
    if (isTroubled) log.info('notices.heard');
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
    application_name: 'eid-broker notices',
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
