import { listen } from './adapters/http/listen.ts';
import { composeService, type Service, type Surroundings } from './compose.ts';

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

const PURGE_EVERY_MS = 60_000;

/**
 * Composes the service, listens on the environment's two ports, and sweeps out once a minute what expired.
 * What was opened is closed again when one step fails.
 */
export async function startService(surroundings: Surroundings): Promise<RunningService> {
  const service = await composeService(surroundings);
  try {
    return await open(service, surroundings);
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function open(service: Service, { environment, log }: Surroundings): Promise<RunningService> {
  const address = environment.bindAddress;
  const health = await listen(service.health, { port: environment.healthPort, address });
  const front = await listen(service.handle, { port: environment.port, address }).catch(
    async (error) => {
      await health.close(0);
      throw error;
    },
  );
  const purging = setInterval(purge, PURGE_EVERY_MS);

  return { port: front.port, healthPort: health.port, stop };

  async function stop({ drainMs, graceMs }: StopPace): Promise<void> {
    service.drain();
    clearInterval(purging);
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await front.close(graceMs);
    await health.close(0);
    await service.close();
  }

  async function purge(): Promise<void> {
    await service.purge().catch((cause) => log.warn('purge.failed', { cause: String(cause) }));
  }
}
