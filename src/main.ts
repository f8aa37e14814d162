import { systemClock } from './adapters/system/clock.ts';
import { randomId } from './adapters/system/ids.ts';
import { jsonLog } from './adapters/system/log.ts';
import { readEnvironment } from './config/environment/environment.ts';
import { faultText } from './fault-text.ts';
import { startService } from './serve.ts';

const DRAIN_MS = 5_000;
const GRACE_MS = 10_000;

/** The service alone, as it runs in production: until a signal comes. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = jsonLog(environment.logLevel);
  const service = await startService({ environment, clock: systemClock, newId: randomId, log });

  let isStopping = false;
  const stopOnce = (signal: string) => {
    // npm passes on what the terminal has sent us already: the second one must not cut the stop short.
    if (isStopping) return;
    isStopping = true;
    stop(signal).catch(fail);
  };
  process.on('SIGTERM', stopOnce);
  process.on('SIGINT', stopOnce);
  log.info('service.started', { port: service.port, healthPort: service.healthPort });

  async function stop(signal: string): Promise<void> {
    log.info('service.stopping', { signal });
    // Whoever presses Ctrl-C has no load balancer.
    await service.stop({ drainMs: signal === 'SIGTERM' ? DRAIN_MS : 0, graceMs: GRACE_MS });
    log.info('service.stopped');
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${faultText(error, process.env)}\n`);
  process.exit(1);
}

main().catch(fail);
