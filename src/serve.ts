import { listen } from './adapters/http/listen.ts';
import { databaseClock } from './adapters/postgres/database-clock.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { composeService, type Service } from './compose.ts';
import type { Surroundings } from './composition/surroundings.ts';

/** The service as a process runs it. */
export interface RunningService {
  readonly port: number;
  readonly healthPort: number;
  /** Ends it, once: not ready first, then deaf, then gone. */
  stop(pace: StopPace): Promise<void>;
}

/** How long a stop waits, in milliseconds. */
export interface StopPace {
  /** For load balancers to notice that this replica is not ready. */
  readonly drainMs: number;
  /** For requests in flight to finish. */
  readonly graceMs: number;
}

const TIDY_EVERY_MS = 60_000;

/**
 * Composes the service on the database's time, listens on the environment's two ports, and once a minute
 * sweeps out what expired and sets the clock. What was opened is closed again when one step fails.
 */
export async function startService(surroundings: Surroundings): Promise<RunningService> {
  const { environment, log } = surroundings;
  const pool = openPool({ url: environment.databaseUrl, size: 1 }, log);
  const time = databaseClock(pool, surroundings.clock);
  const setClock = () =>
    time.measure().catch((cause) => log.warn('clock.not_measured', { cause: String(cause) }));
  try {
    await setClock();
    const service = await composeService({ ...surroundings, clock: time.now });
    const close = () => Promise.all([service.close(), pool.end()]);
    return await open({ service, setClock, close }, surroundings).catch(async (error) => {
      await service.close();
      throw error;
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

interface Opened {
  readonly service: Service;
  readonly setClock: () => Promise<void>;
  readonly close: () => Promise<unknown>;
}

async function open(
  { service, setClock, close }: Opened,
  { environment, log }: Surroundings,
): Promise<RunningService> {
  const address = environment.bindAddress;
  const health = await listen(service.health, { port: environment.healthPort, address });
  const front = await listen(service.handle, { port: environment.port, address }).catch(
    async (error) => {
      await health.close(0);
      throw error;
    },
  );
  const tidying = setInterval(tidy, TIDY_EVERY_MS);

  return { port: front.port, healthPort: health.port, stop };

  async function stop({ drainMs, graceMs }: StopPace): Promise<void> {
    service.drain();
    clearInterval(tidying);
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await front.close(graceMs);
    await health.close(0);
    await close();
  }

  async function tidy(): Promise<void> {
    await setClock();
    await service.purge().catch((cause) => log.warn('purge.failed', { cause: String(cause) }));
  }
}
