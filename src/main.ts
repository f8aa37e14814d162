import { listen } from './adapters/http/listen.ts';
import { systemClock } from './adapters/system/clock.ts';
import { randomId } from './adapters/system/ids.ts';
import { jsonLog } from './adapters/system/log.ts';
import { composeService } from './compose.ts';
import { readEnvironment } from './config/environment/environment.ts';

const PURGE_EVERY_MS = 60_000;
const DRAIN_MS = 5_000;
const GRACE_MS = 10_000;

/** The service alone, as it runs in production: environment, compose, listen, drain on a signal. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = jsonLog(environment.logLevel);
  const surroundings = { environment, clock: systemClock, newId: randomId, log };
  const service = await composeService(surroundings);
  const address = environment.bindAddress;
  const health = await listen(service.health, { port: environment.healthPort, address });
  const front = await listen(service.handle, { port: environment.port, address });
  const purging = setInterval(() => service.purge().catch(logPurge), PURGE_EVERY_MS);
  log.info('service.started', { port: front.port, healthPort: health.port });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop(signal));

  async function stop(signal: string): Promise<void> {
    log.info('service.stopping', { signal });
    service.drain();
    clearInterval(purging);
    await new Promise((resolve) => setTimeout(resolve, signal === 'SIGTERM' ? DRAIN_MS : 0));
    await front.close(GRACE_MS);
    await health.close(0);
    await service.close();
    log.info('service.stopped');
  }

  function logPurge(cause: unknown): void {
    log.warn('purge.failed', { cause: String(cause) });
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
