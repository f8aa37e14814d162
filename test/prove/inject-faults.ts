import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultScenario } from './faults/fault.ts';
import type { Recorder } from './history/recorder.ts';
import type { Random } from './people/random.ts';
import type { World } from './world/world.ts';

/** A fault as it was made. */
export interface InjectedFault {
  readonly scenario: FaultScenario;
  readonly began: number;
  readonly ended: number;
  readonly notes: readonly string[];
  /** What the scenario itself saw that must not be. */
  readonly broken: string | undefined;
}

/** Makes faults, one after the other. */
export interface FaultInjection {
  /** Each for its share of the time until then, in milliseconds of the run; what is left of it passes. */
  run(scenarios: readonly FaultScenario[], until: number): Promise<void>;
  /** What goes on. */
  readonly current: string | undefined;
  readonly done: readonly InjectedFault[];
}

/** Between two faults, when there is time: so long that the service has recovered and is judged as usual. */
const PAUSE_MS = 15_000;
const SHORT_PAUSE_MS = 1_000;
const LEAST_FAULT_MS = 6_000;

interface Deps {
  readonly world: World;
  readonly recorder: Recorder;
  readonly random: Random;
}

/** Into this world, in an order that chance decides. */
export function faultInjection({ world, recorder, random }: Deps): FaultInjection {
  const done: InjectedFault[] = [];
  let current: string | undefined;
  return {
    done,
    get current() {
      return current;
    },
    async run(all, until) {
      const left = () => until - recorder.now();
      const scenarios = shuffled(all, random);
      for (const [at, scenario] of scenarios.entries()) {
        const share = left() / (scenarios.length - at);
        const pauseMs = share > 2 * PAUSE_MS ? PAUSE_MS : SHORT_PAUSE_MS;
        current = scenario.id;
        done.push(await inject(scenario, Math.max(LEAST_FAULT_MS, share - pauseMs)));
        current = undefined;
        await sleep(pauseMs);
      }
      await sleep(Math.max(0, left()));
    },
  };

  async function inject(scenario: FaultScenario, ms: number): Promise<InjectedFault> {
    const name = `${scenario.id} ${scenario.title}`;
    const began = recorder.now();
    const notes: string[] = [];
    recorder.record({ type: 'fault', name, phase: 'begin' });
    const broken = await scenario
      .inject({
        world,
        random: random.next,
        signal: AbortSignal.timeout(Math.round(ms)),
        note: (text) => notes.push(text),
      })
      .then(
        () => undefined,
        (error) => String(error),
      );
    recorder.record({ type: 'fault', name, phase: 'end', detail: notes.join('; ') });
    return { scenario, began, ended: recorder.now(), notes, broken };
  }
}

function shuffled<T>(all: readonly T[], random: Random): readonly T[] {
  return all
    .map((one) => ({ one, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ one }) => one);
}
