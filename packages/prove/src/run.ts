import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { check, type InvariantResult } from './checker/check.ts';
import { NO_FACTS } from './checker/facts.ts';
import type { Environment } from './environment/environment.ts';
import type { PreviousRelease } from './environment/previous-release.ts';
import { startEnvironment } from './environment/start-environment.ts';
import { type FaultScenario, pause } from './faults/fault.ts';
import { untilHealthy } from './faults/healthy.ts';
import { readFacts } from './history/read-facts.ts';
import { openRecorder, type Recorder } from './history/recorder.ts';
import { faultInjection, type InjectedFault } from './inject-faults.ts';
import { attackAnonymously } from './people/anonymous-attacks.ts';
import { startCrowd } from './people/crowd.ts';
import { makeKeyRing } from './people/key-ring.ts';
import { openPhoneNetwork } from './people/phone-network.ts';
import type { AttackOptions } from './people/plan.ts';
import { type Random, seededRandom } from './people/random.ts';
import type { Runtime } from './people/runtime.ts';
import { watchReplicas } from './watch-replicas.ts';

/** The settings of one run. */
export interface ProofPlan {
  readonly seed: number;
  readonly seconds: number;
  readonly people: number;
  /** The share of attacks, by default as planned. */
  readonly attackOptions?: AttackOptions;
  readonly replicas: number;
  readonly scenarios: readonly FaultScenario[];
  /** The options name the faults: one that cannot be injected is a failure. */
  readonly wantsEach: boolean;
  /** Ends the run early, when the history suffices. */
  readonly isEnough?: (results: readonly InvariantResult[]) => boolean;
  /** The time for logins to finish at the end, if not the default. */
  readonly finishMs?: number;
  /** The compiled service; by default `dist`. */
  readonly dist?: string;
  /** The previous release, if any. */
  readonly previous?: PreviousRelease;
  /** For Node in each replica. */
  readonly nodeArguments: readonly string[];
  /** The file of the history, if any. */
  readonly historyFile: string | undefined;
  readonly onProgress: (progress: Progress) => void;
}

/** The progress of a run. */
export interface Progress {
  readonly elapsedMs: number;
  readonly logins: number;
  readonly operations: number;
  /** The current faults. */
  readonly failing: readonly string[];
  readonly faults: number;
  /** As found in the history so far. */
  readonly violations: number;
}

/** The result of a run. */
export interface Proof {
  readonly plan: ProofPlan;
  readonly results: readonly InvariantResult[];
  readonly faults: readonly InjectedFault[];
  readonly events: Recorder['events'];
  readonly logins: number;
  /** The log of each replica, by name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
}

/** Before the first fault. */
const CALM_MS = 5_000;
/** The default time for logins to finish at the end. */
const FINISH_MS = 15_000;
const PROGRESS_EVERY_MS = 1_000;
/** Checking a longer history takes longer: it is checked again after this growth. */
const GROWTH = 1.25;

/** Starts an environment, runs logins and faults in it, and checks the history. */
export async function prove(plan: ProofPlan): Promise<Proof> {
  const random = seededRandom(plan.seed);
  const environment = await startEnvironment({
    replicas: plan.replicas,
    random: random.fork(1).next,
    nodeArguments: plan.nodeArguments,
    ...(plan.dist !== undefined && { dist: plan.dist }),
    ...(plan.previous !== undefined && { previous: plan.previous }),
  });
  const over = new AbortController();
  try {
    return await proveIn(environment, plan, { random, over });
  } finally {
    // Also after a failure: running logins would keep the process alive.
    over.abort();
    await environment.close();
  }
}

async function proveIn(
  environment: Environment,
  plan: ProofPlan,
  { random, over }: { readonly random: Random; readonly over: AbortController },
): Promise<Proof> {
  const recorder = openRecorder(plan.historyFile, () => performance.now());
  const enough = new AbortController();
  // Every pause listens to it.
  setMaxListeners(0, over.signal);
  const runtime = runtimeIn(environment, recorder, over.signal);
  const injection = faultInjection({ environment, recorder, random: random.fork(4) });
  const resultsSoFar = checkAtIntervals(recorder);

  await runtime.keys.refresh();
  const watching = watchReplicas(environment, runtime, over.signal);
  const crowd = startCrowd(runtime, random.fork(2), plan);
  const attacking = attackAnonymously(runtime, random.fork(3));
  const progress = setInterval(() => {
    plan.onProgress(progressOf());
    if (plan.isEnough?.(resultsSoFar()) === true) enough.abort();
  }, PROGRESS_EVERY_MS);
  over.signal.addEventListener('abort', () => clearInterval(progress));
  const passing = (ms: number) => pause(ms, enough.signal);
  await passing(CALM_MS);
  await injection.run(plan.scenarios, plan.seconds * 1000);
  await passing(plan.seconds * 1000 - recorder.now());
  await untilHealthy(environment).catch(() => undefined);
  await Promise.race([crowd.finish(), passing(plan.finishMs ?? FINISH_MS)]);
  over.abort();
  await Promise.all([crowd.finish(), attacking, watching, runtime.phones.close()]);
  plan.onProgress(progressOf());

  const logs = Object.fromEntries(environment.replicas.map(({ name, lines }) => [name, lines]));
  const facts = await readFacts({
    sql: environment.database.sql,
    logs,
    canaries: runtime.canaries,
    chainFaults: () => chainFaultsOf(environment),
    unexpectedExits: environment.replicas.flatMap(({ unexpectedExits }) => unexpectedExits),
  });
  recorder.close();
  const { events } = recorder;
  const results = check(events, facts);
  return { plan, results, faults: injection.done, events, logins: crowd.logins, logs };

  function progressOf(): Progress {
    return {
      elapsedMs: recorder.now(),
      logins: crowd.logins,
      operations: recorder.operations,
      failing: injection.current,
      faults: injection.done.length,
      violations: resultsSoFar().reduce((sum, { violations }) => sum + violations.length, 0),
    };
  }
}

/** The output of `npm run verify-events`. */
async function chainFaultsOf(environment: Environment): Promise<readonly string[]> {
  try {
    await environment.run('verify-events');
    return [];
  } catch (error) {
    const isExposed = typeof error === 'object' && error !== null && 'stdout' in error;
    const output = isExposed ? String(error.stdout) : '';
    return (output === '' ? String(error) : output).split('\n').filter((line) => line !== '');
  }
}

/** The violations in the history so far. */
function checkAtIntervals({ events }: Recorder): () => readonly InvariantResult[] {
  let checkedEvents = 0;
  let results: readonly InvariantResult[] = [];
  return () => {
    if (events.length > checkedEvents * GROWTH) {
      checkedEvents = events.length;
      results = check(events, NO_FACTS);
    }
    return results;
  };
}

function runtimeIn(environment: Environment, recorder: Recorder, over: AbortSignal): Runtime {
  return {
    issuer: environment.issuer,
    clients: environment.clients,
    recorder,
    phones: openPhoneNetwork(environment.phoneUrl, recorder),
    pagesPort: environment.simulator.pagesPort,
    keys: makeKeyRing(environment.issuer, recorder),
    canaries: new Set([environment.clients.secret]),
    pause: (ms) => sleep(ms, undefined, { signal: over }).catch(() => undefined),
    isOver: () => over.aborted,
  };
}
