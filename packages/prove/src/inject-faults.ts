import { setTimeout as sleep } from 'node:timers/promises';

import { affectsOthers } from './checker/fault-windows.ts';
import type { Environment } from './environment/environment.ts';
import { type FaultScenario, NotInjected } from './faults/fault.ts';
import type { Recorder } from './history/recorder.ts';
import type { Random } from './people/random.ts';

/** A fault as it was made. */
export interface InjectedFault {
  readonly scenario: FaultScenario;
  readonly began: number;
  readonly ended: number;
  readonly notes: readonly string[];
  /** The time for this fault; less than its own duration when the run is too short for all faults. */
  readonly allottedMs: number;
  /** The parts that were not injected. */
  readonly incomplete: readonly string[];
  /** A violation that the scenario observed. */
  readonly broken: string | undefined;
  /** Why it could not be made. */
  readonly missed: string | undefined;
}

/** Injects faults in turn, and in parallel those without effect on other logins. */
export interface FaultInjection {
  /** Gives each its share of the time until then, in milliseconds of the run. */
  run(scenarios: readonly FaultScenario[], until: number): Promise<void>;
  /** The current faults. */
  readonly current: readonly string[];
  readonly done: readonly InjectedFault[];
}

/** The pause between two faults, if there is time: the service recovers and is checked as usual. */
const PAUSE_MS = 15_000;
const SHORT_PAUSE_MS = 1_000;
const MIN_FAULT_MS = 6_000;

interface Deps {
  readonly environment: Environment;
  readonly recorder: Recorder;
  readonly random: Random;
}

/** Injects faults into this environment, in a random order. */
export function faultInjection({ environment, recorder, random }: Deps): FaultInjection {
  const done: InjectedFault[] = [];
  const current = new Set<string>();
  return {
    done,
    get current() {
      return [...current];
    },
    async run(all, until) {
      const scenarios = inOrder(all, random);
      const alone = scenarios.filter(({ isAlongside = false }) => !isAlongside);
      const alongside = scenarios.filter(({ isAlongside = false }) => isAlongside);
      await Promise.all([inQueue(alone, until), inQueue(alongside, until)]);
    },
  };

  async function inQueue(scenarios: readonly FaultScenario[], until: number): Promise<void> {
    for (const [at, scenario] of scenarios.entries()) {
      const wanted = scenarios.slice(at).reduce((sum, { seconds }) => sum + seconds, 0);
      const share = ((until - recorder.now()) * scenario.seconds) / wanted;
      const pauseMs = share > scenario.seconds * 1000 + PAUSE_MS ? PAUSE_MS : SHORT_PAUSE_MS;
      current.add(scenario.id);
      done.push(await inject(scenario, Math.max(MIN_FAULT_MS, share - pauseMs)));
      current.delete(scenario.id);
      await sleep(pauseMs);
    }
  }

  async function inject(scenario: FaultScenario, ms: number): Promise<InjectedFault> {
    const name = `${scenario.id} ${scenario.title}`;
    const began = recorder.now();
    const notes: string[] = [];
    const incomplete: string[] = [];
    recorder.record({ type: 'fault', name, phase: 'begin' });
    const thrown: unknown = await scenario
      .inject({
        environment,
        // Its own stream, independent of the order of faults.
        random: random.fork(Number(scenario.id.slice(1))).next,
        signal: AbortSignal.timeout(Math.round(ms)),
        note: (text) => notes.push(text),
        incomplete: (what) => incomplete.push(what),
      })
      .then(
        () => undefined,
        (error) => error,
      );
    recorder.record({ type: 'fault', name, phase: 'end', detail: notes.join('; ') });
    const made = { scenario, began, ended: recorder.now(), notes, incomplete, allottedMs: ms };
    if (thrown instanceof NotInjected) {
      return { ...made, broken: undefined, missed: thrown.message };
    }
    const broken = thrown === undefined ? undefined : String(thrown);
    return { ...made, broken, missed: undefined };
  }
}

/**
 * Faults without effect on others form one group, before or after the rest. Between two others, all their time would be
 * recovery, in which few checks apply.
 */
function inOrder(all: readonly FaultScenario[], random: Random): readonly FaultScenario[] {
  const beginsWithAffecting = random.chance(0.5);
  const group = ({ id }: FaultScenario) => (affectsOthers(id) === beginsWithAffecting ? 0 : 1);
  return all
    .map((one) => ({ one, place: one.isFirst === true ? -1 : group(one) + random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ one }) => one);
}
