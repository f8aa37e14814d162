import { send } from '@eid-broker/testing/wire';

import {
  type ReplicaPlan,
  type ReplicaProcess,
  startReplicaProcess,
  type Variables,
} from './replica-process.ts';
import { within } from './within.ts';

/** One replica of the service as a process that can be killed, stopped and restarted. */
export interface Replica {
  readonly name: string;
  /** Of the current process, or of the last one. */
  readonly port: number;
  readonly healthPort: number;
  /** Undefined while no process runs. */
  readonly pid: number | undefined;
  /** Every log line of all its processes. */
  readonly lines: readonly string[];
  /** The exits that no fault caused. */
  readonly unexpectedExits: readonly string[];
  /** Starts a process; resolves when it serves. The arguments apply to this process only. */
  start(options?: { readonly variables?: Variables; readonly program?: string }): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGKILL; resolves after the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code. Undefined when it had to be killed. */
  stop(deadlineMs?: number): Promise<number | undefined>;
  isReady(): Promise<boolean>;
  /** Whether the process reports that it is alive. */
  isAlive(): Promise<boolean>;
  /** Changes the process's clock by this much. */
  skew(ms: number): Promise<void>;
  /** Sets the name resolution of the process. */
  spoilNames(how: 'works' | 'unknown' | 'slow'): Promise<void>;
  /** Stops reading the output of the process until the returned function is called. */
  blockLog(): () => void;
  /** Runs a harmful command in the process; does not wait for its end. */
  sabotage(what: 'block' | 'chatter' | 'reject' | 'throw', ms?: number): void;
  vitals(): Promise<Vitals>;
}

/** How a process is. */
export interface Vitals {
  readonly rss: number;
  readonly heapUsed: number;
  readonly sockets: number;
  /** Since the last question. */
  readonly eventLoopP99Ms: number;
  /** The CPU wait since the last request. */
  readonly queuedMs: number;
}

/** Longer than the service's stop: it drains for 5 s, and finishes requests within 10 s. */
const STOP_DEADLINE_MS = 17_000;
const VITALS_DEADLINE_MS = 5_000;
const HEALTH_DEADLINE_MS = 5_000;

/** A replica without a process yet. */
export function makeReplica(plan: ReplicaPlan): Replica {
  const lines: string[] = [];
  const unexpectedExits: string[] = [];
  let running: ReplicaProcess | undefined;
  let last = { port: 0, healthPort: 0 };
  let lastRequestId = 0;
  /** Processes that a fault ended. */
  const ended = new WeakSet<ReplicaProcess>();

  return {
    name: plan.name,
    lines,
    unexpectedExits,
    get port() {
      return last.port;
    },
    get healthPort() {
      return last.healthPort;
    },
    get pid() {
      return running?.child.pid;
    },

    async start({ variables = {}, program = plan.program } = {}) {
      if (running !== undefined) throw new Error(`${plan.name} is running already`);
      const started = await startReplicaProcess(
        { ...plan, program, variables: () => ({ ...plan.variables(), ...variables }) },
        lines,
      );
      running = started;
      last = { port: started.port, healthPort: started.healthPort };
      void started.ended.then((code) => {
        if (running === started) running = undefined;
        if (!ended.has(started)) unexpectedExits.push(`${plan.name} exited by itself with ${code}`);
      });
    },

    signal(name) {
      running?.child.kill(name);
    },

    async kill() {
      const dying = running;
      if (dying === undefined) return;
      ended.add(dying);
      dying.child.kill('SIGKILL');
      await dying.ended;
    },

    async stop(deadlineMs = STOP_DEADLINE_MS) {
      const leaving = running;
      if (leaving === undefined) return undefined;
      ended.add(leaving);
      leaving.child.kill('SIGTERM');
      const timer = setTimeout(() => leaving.child.kill('SIGKILL'), deadlineMs);
      return leaving.ended.finally(() => clearTimeout(timer));
    },

    isReady: () => isWell('/health/ready'),
    isAlive: () => isWell('/health/alive'),

    async skew(ms) {
      await sendCommand({ what: 'skew', ms });
    },

    async spoilNames(how) {
      await sendCommand({ what: 'names', how });
    },

    blockLog() {
      const out = running?.child.stdout;
      out?.pause();
      return () => void out?.resume();
    },

    sabotage(what, ms = 0) {
      if (running === undefined) return;
      // An exit that a fault caused does not count.
      if (what === 'reject' || what === 'throw') ended.add(running);
      running.child.send({ id: 0, what, ms });
    },

    vitals: () => sendCommand({ what: 'vitals' }) as Promise<Vitals>,
  };

  async function isWell(path: string): Promise<boolean> {
    if (running === undefined) return false;
    const response = send(last.healthPort, { path }).catch(() => undefined);
    return (await within(HEALTH_DEADLINE_MS, response))?.status === 200;
  }

  function sendCommand(order: object): Promise<unknown> {
    const child = running?.child;
    if (child === undefined) return Promise.reject(new Error(`${plan.name} does not run`));
    lastRequestId += 1;
    const id = lastRequestId;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
      };
      const onMessage = (answer: unknown) => {
        const { id: answered, value } = answer as { id: number; value: unknown };
        if (answered !== id) return;
        settle();
        resolve(value);
      };
      const onExit = () => {
        settle();
        reject(new Error(`${plan.name} ended`));
      };
      const timer = setTimeout(onExit, VITALS_DEADLINE_MS);
      child.on('message', onMessage);
      child.once('exit', onExit);
      // An ending process accepts no command.
      child.send({ id, ...order }, (error) => {
        if (error !== null) onExit();
      });
    });
  }
}
