import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { faultText } from 'eid-broker/commands/command';
import { describeDemo } from './describe-demo.ts';
import { readDemoSettings } from './settings.ts';
import { startDemo } from './start-demo.ts';

const USUAL_DATA_FOLDER = fileURLToPath(new URL('../../../.data', import.meta.url));
/** The limit for an orderly stop; then the process exits. */
const MAX_STOP_MS = 4_500;
/** npm forwards the signal that the terminal has sent already: one Ctrl-C arrives twice. */
const SAME_KEYSTROKE_MS = 500;
const INTERRUPTED = 130;

const stopping = new AbortController();
let stopRequestedAt = 0;

/** Runs the whole demo until a signal. */
async function main(): Promise<void> {
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop);
  watchParent();
  // The reader of the output may have exited.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  say('Starting the demo ...');
  const settings = readDemoSettings(process.env, USUAL_DATA_FOLDER);
  const demo = await startDemo(settings, stopping.signal);
  say(describeDemo(demo));
  await stopped;
  await demo.stop();
}

/** The first signal stops in order, the second at once. */
function requestStop(): void {
  const now = performance.now();
  if (!stopping.signal.aborted) {
    stopRequestedAt = now;
    say('\nStopping ...');
    stopping.abort();
    void sleep(MAX_STOP_MS, undefined, { ref: false }).then(() => end('not all has stopped'));
  } else if (now - stopRequestedAt > SAME_KEYSTROKE_MS) {
    process.exit(INTERRUPTED);
  }
}

/** npm may be killed without forwarding a signal; the demo would run on unnoticed. */
function watchParent(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping.signal.aborted) requestStop();
  }, 500).unref();
}

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    end(faultText(error, process.env));
  },
);
