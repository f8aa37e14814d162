import { boundedOutput } from './adapters/system/bounded-output.ts';
import { systemClock } from './adapters/system/clock.ts';
import { randomId } from './adapters/system/ids.ts';
import { jsonLog } from './adapters/system/log.ts';
import { scrub } from './adapters/system/scrubber/scrub.ts';
import { readEnvironment } from './config/environment/environment.ts';
import { faultText } from './fault-text.ts';
import { type StopPace, startService } from './serve.ts';

/** For load balancers to notice. */
const DRAIN_MS = 5_000;
const GRACE_MS = 8_000;
/** Whatever happens, the process has ended by then. */
const CAP_MS = 15_000;
/** What is unknown after a fault that nobody caught is not trusted for long. */
const BROKEN: StopPace = { drainMs: 0, graceMs: 3_000 };
const FLUSH_MS = 1_000;
/** npm passes on what the terminal has sent us already: only a later signal is another one. */
const SAME_SIGNAL_MS = 1_000;

/** The service alone, as it runs in production: until a signal comes. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const output = boundedOutput(process.stdout);
  process.on('exit', output.handOver);
  const log = jsonLog(environment.logLevel, output);
  const service = await startService({
    ...{ environment, clock: systemClock, newId: randomId, log },
    droppedLogLines: output.dropped,
  });

  let stoppedAt: number | undefined;
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  // Rejections that nobody caught come this way too.
  process.on('uncaughtException', breakDown);
  log.info('service.started', { port: service.port, healthPort: service.healthPort });

  function hear(signal: string): void {
    if (stoppedAt !== undefined) {
      if (Date.now() - stoppedAt > SAME_SIGNAL_MS) cutShort(signal);
      return;
    }
    log.info('service.stopping', { signal });
    // Whoever presses Ctrl-C has no load balancer.
    const drainMs = signal === 'SIGTERM' ? DRAIN_MS : 0;
    stop({ drainMs, graceMs: GRACE_MS }, 0);
  }

  function breakDown(cause: unknown): void {
    log.error('service.failed', { cause });
    if (stoppedAt === undefined) stop(BROKEN, 1);
    else cutShort('fault');
  }

  function stop(pace: StopPace, code: number): void {
    stoppedAt = Date.now();
    setTimeout(() => cutShort('time'), CAP_MS - FLUSH_MS).unref();
    service.stop(pace).then(
      () => {
        log.info('service.stopped');
        return leave(code);
      },
      (cause) => {
        log.error('service.not_stopped', { cause });
        return leave(1);
      },
    );
  }

  function cutShort(because: string): void {
    log.warn('service.cut_short', { because });
    leave(1);
  }

  /** A reader of the log that stands still must not keep the process. */
  async function leave(code: number): Promise<void> {
    await output.flush(FLUSH_MS);
    process.exit(code);
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${scrub(faultText(error, process.env))}\n`);
  process.exit(1);
}

main().catch(fail);
