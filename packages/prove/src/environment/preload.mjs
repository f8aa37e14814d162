import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

// Loaded into a replica first (`--import`). The run controls the process over an IPC channel, so that the product needs
// no switches for faults. The process ends when the channel closes.
/** Longer than the limit for an eID call. */
const SLOW_NAMES_MS = 8_000;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

let skewMs = Number(process.env.SKEW_MS ?? 0);
let naming = 'works';
skewDate();
spoilNames();

process.on('message', (order) => answer(order.id, runCommand(order)));
process.on('disconnect', () => process.exit(70));
process.channel?.unref();

/** Runs a command of the run and returns its value. */
function runCommand({ what, ms, how }) {
  switch (what) {
    case 'skew':
      skewMs = ms;
      return;
    case 'names':
      naming = how;
      return;
    case 'block':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      return;
    case 'chatter':
      // More than the service buffers for a blocked reader.
      for (let line = 0; line < 5_000; line += 1)
        process.stdout.write(`${'chatter '.repeat(128)}\n`);
      return;
    case 'reject':
      setImmediate(() => Promise.reject(new Error('prove: an unhandled rejection')));
      return;
    case 'throw':
      setImmediate(() => {
        throw new Error('prove: an uncaught exception');
      });
      return;
    case 'vitals':
      return vitals();
  }
}

function answer(id, value) {
  process.send?.({ id, value });
}

let queuedBefore = queuedMs();

/** The CPU wait of this thread since its start, on Linux. */
function queuedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function vitals() {
  const queued = queuedMs();
  const sinceBefore = queued - queuedBefore;
  queuedBefore = queued;
  const p99 = delay.percentile(99) / 1e6;
  delay.reset();
  const { rss, heapUsed } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((name) => /TCP.*Wrap/.test(name)).length;
  return { rss, heapUsed, sockets, eventLoopP99Ms: p99, queuedMs: sinceBefore };
}

/** The wall clock of this process can be wrong; elapsed time stays right. */
function skewDate() {
  const Real = Date;
  const now = () => Real.now() + skewMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}

/** Host names can be unknown or slow to resolve; addresses need no lookup. */
function spoilNames() {
  const { lookup } = dns;
  const { lookup: promised } = dns.promises;
  dns.lookup = (name, options, callback) => {
    const done = callback ?? options;
    if (naming === 'unknown') return setImmediate(done, notFound(name));
    const find = () => lookup(name, options, callback);
    return naming === 'slow' ? setTimeout(find, SLOW_NAMES_MS) : find();
  };
  dns.promises.lookup = async (name, options) => {
    if (naming === 'unknown') throw notFound(name);
    if (naming === 'slow') await sleep(SLOW_NAMES_MS);
    return promised(name, options);
  };
  // For importers of the named exports.
  syncBuiltinESMExports();
}

function notFound(name) {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
}
