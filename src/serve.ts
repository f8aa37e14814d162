import { commandAdmission } from './adapters/admission/database-admission.ts';
import { listen } from './adapters/http/listen.ts';
import { databaseClock } from './adapters/postgres/database-clock.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { systemStopwatch, watchClock } from './adapters/system/clock.ts';
import { composeService, type Runtime, type Service } from './compose/compose-service.ts';
import { ServiceUnavailable } from './domain/failure.ts';
import type { Log } from './ports/log.ts';

/** The service as a process runs it. */
export interface RunningService {
  readonly port: number;
  readonly healthPort: number;
  /** Undefined: there is no management API. */
  readonly managementPort: number | undefined;
  /** Stops it, once: first it is not ready, then it accepts no connections, then it closes. */
  stop(pace: StopPace): Promise<void>;
}

/** The durations of a stop, in milliseconds. */
export interface StopPace {
  /** Until load balancers have noticed that this replica is not ready. */
  readonly drainMs: number;
  /** Until requests in flight have finished. */
  readonly graceMs: number;
}

const SECOND_MS = 1_000;

/**
 * Composes the service with the database's clock, listens on the ports of the environment, and starts the background
 * jobs. When a step fails, all that was opened is closed.
 */
export async function startService(runtime: Runtime): Promise<RunningService> {
  const { environment, log } = runtime;
  const pool = openPool(
    { url: environment.databaseUrl, size: 1, admission: commandAdmission },
    log,
  );
  const time = databaseClock(pool, { clock: runtime.clock, stopwatch: systemStopwatch });
  const watch = watchClock({ ...time, log });
  const measureClock = () =>
    time
      .measure()
      .then(watch.check)
      .catch((cause) => log.warn('clock.not_measured', { cause: String(cause) }));
  try {
    await time.measure().catch((cause) => continueUnmeasured(cause, log));
    watch.check();
    const service = await composeService({
      ...runtime,
      clock: time.now,
      isClockFarOff: watch.isFarOff,
      measureClock,
    });
    const close = () => Promise.all([service.close(), pool.end()]);
    return await open({ service, close }, runtime).catch(async (error) => {
      await service.close();
      throw error;
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** @throws when the database does not answer: further steps would fail too */
function continueUnmeasured(cause: Error, log: Log): void {
  if (cause instanceof ServiceUnavailable)
    throw new Error(`${cause.message} (DATABASE_URL)`, { cause });
  log.warn('clock.not_measured', { cause: String(cause) });
}

interface Opened {
  readonly service: Service;
  readonly close: () => Promise<unknown>;
}

async function open({ service, close }: Opened, { environment }: Runtime): Promise<RunningService> {
  const address = environment.bindAddress;
  const health = await listen(service.health, { port: environment.healthPort, address });
  const opened = [health];
  const closeOpened = async (error: unknown): Promise<never> => {
    for (const listening of opened) await listening.close(0);
    throw error;
  };
  const { management: listener } = environment;
  const management =
    service.management &&
    listener &&
    (await listen(service.management, { port: listener.port, address }).catch(closeOpened));
  if (management !== undefined) opened.push(management);
  const front = await listen(service.handle, {
    port: environment.port,
    address,
    onDrop: service.connectionDropped,
  }).catch(closeOpened);
  const ticking = setInterval(service.jobs.tick, SECOND_MS);

  const managementPort = management?.port;
  return { port: front.port, healthPort: health.port, managementPort, stop };

  async function stop({ drainMs, graceMs }: StopPace): Promise<void> {
    service.drain();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    clearInterval(ticking);
    service.closeEventStreams();
    await Promise.all([front.close(graceMs), management?.close(graceMs)]);
    await health.close(0);
    await close();
  }
}
