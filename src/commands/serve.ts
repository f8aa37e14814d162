import { numberShapes } from '../adapters/eid/national-numbers/national-numbers.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { boundedOutput, jsonLog } from '../adapters/system/log.ts';
import { newSigningKey, randomId } from '../adapters/system/random.ts';
import { makeRedact } from '../adapters/system/redaction.ts';
import { composeEids } from '../compose/compose-eids.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { type StopPace, startService } from '../serve.ts';
import { defineCommand } from './command.ts';

/** Load balancers notice within this time. */
const DRAIN_MS = 5_000;
const GRACE_MS = 8_000;
/** The process exits by then in every case. */
const MAX_STOP_MS = 15_000;
/** After an uncaught error the process's state is unknown: it ends soon. */
const BROKEN: StopPace = { drainMs: 0, graceMs: 3_000 };
const FLUSH_MS = 1_000;
/** npm forwards a signal that the terminal has sent already: only a later one counts as a second. */
const SAME_SIGNAL_MS = 1_000;

const redact = makeRedact(numberShapes);

/** Runs the service alone, as in production, until a signal stops it. */
export const command = defineCommand({
  description: `Serves the domains that are stored in the database of DATABASE_URL, until SIGTERM or SIGINT stops it.
Its environment is described in docs/configuration.md.`,
  options: {},
  async run({ env }) {
    await serve(env);
    return 0;
  },
  failureText: (_, text) => redact(text),
});

async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const environment = readEnvironment(env);
  const output = boundedOutput(process.stdout);
  process.on('exit', output.writeGathered);
  const { modules } = await composeEids(environment);
  const ownShapes = modules.flatMap(({ offer }) => offer.nationalNumber?.shapes ?? []);
  const redactAll = makeRedact([...new Set([...numberShapes, ...ownShapes])]);
  const log = jsonLog(environment.logLevel, output, redactAll);
  const service = await startService({
    environment,
    clock: systemClock,
    newId: randomId,
    newSigningKey,
    log,
    droppedLogLines: output.dropped,
  });

  let stoppedAt: number | undefined;
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Unhandled rejections come this way too.
  process.on('uncaughtException', onUncaught);
  log.info('service.started', {
    port: service.port,
    healthPort: service.healthPort,
    managementPort: service.managementPort,
  });

  function onSignal(signal: string): void {
    if (stoppedAt !== undefined) {
      if (Date.now() - stoppedAt > SAME_SIGNAL_MS) forceExit(signal);
      return;
    }
    log.info('service.stopping', { signal });
    // Ctrl-C is pressed where no load balancer is.
    const drainMs = signal === 'SIGTERM' ? DRAIN_MS : 0;
    stop({ drainMs, graceMs: GRACE_MS }, 0);
  }

  function onUncaught(cause: unknown): void {
    log.error('service.failed', { cause });
    if (stoppedAt === undefined) stop(BROKEN, 1);
    else forceExit('fault');
  }

  function stop(pace: StopPace, code: number): void {
    stoppedAt = Date.now();
    setTimeout(() => forceExit('time'), MAX_STOP_MS - FLUSH_MS).unref();
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

  function forceExit(because: string): void {
    log.warn('service.forced_exit', { because });
    leave(1);
  }

  /** A stalled reader of the log must not keep the process alive. */
  async function leave(code: number): Promise<void> {
    await output.flush(FLUSH_MS);
    process.exit(code);
  }
}
