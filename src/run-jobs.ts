import type { Log } from './ports/log.ts';

/** One background job. Every replica runs all jobs. */
export interface Job {
  /** The first of several failures in a row is logged as `<name>.failed`, their end as `<name>.recovered`. */
  readonly name: string;
  /** Seconds between two runs. */
  readonly period: number;
  /** Seconds until the first run; the period unless given. */
  readonly first?: number;
  /** Seconds until a failed run is repeated; the period unless given. */
  readonly retry?: number;
  /** Parallel runs in this process; 1 unless given. */
  readonly maxParallel?: number;
  /** Whether it goes on while the replica drains. */
  readonly whileDraining: boolean;
  /** The mechanism that prevents two replicas from doing the same work. Documentation for readers: no code uses it. */
  readonly lock: string;
  readonly run: (control: JobControl) => unknown;
}

/** The part of the scheduler that a run can use. */
export interface JobControl {
  /** Starts another run of the same job in parallel, unless `maxParallel` runs are under way. */
  startParallelRun(): void;
  /** Schedules an extra run of a job: at the next tick, or after that many ticks. */
  schedule(name: string, ticks?: number): void;
}

/** Runs jobs at their periods. */
export interface Jobs {
  /** Begins the jobs that are due; called every second. Never throws. */
  tick(): void;
  /** Schedules an extra run of a job: at the next tick, or after that many ticks. */
  schedule(name: string, ticks?: number): void;
  /** Runs one job now, outside its period. @throws the error of the job */
  run(name: string): Promise<void>;
  /** Resolves when all runs that a tick began have ended. */
  settled(): Promise<void>;
}

/** The runner of all jobs. It has no timer: its caller ticks once a second. */
export function makeJobs(
  list: readonly Job[],
  { log, isDraining }: { readonly log: Log; readonly isDraining: () => boolean },
): Jobs {
  const runners = new Map(
    list.map((job) => [job.name, { job, ...makeRunner(job, { log, schedule }) }]),
  );
  return {
    tick() {
      for (const { job, tick } of runners.values()) {
        if (job.whileDraining || !isDraining()) tick();
      }
    },
    schedule,
    async run(name) {
      await runnerOf(name).job.run({ schedule, startParallelRun() {} });
    },
    async settled() {
      await Promise.all([...runners.values()].map((runner) => runner.settled()));
    },
  };

  function schedule(name: string, ticks?: number): void {
    runnerOf(name).scheduleRun(ticks);
  }

  function runnerOf(name: string) {
    const runner = runners.get(name);
    if (runner === undefined) throw new Error(`there is no job ${name}`);
    return runner;
  }
}

/** Runs one job. */
function makeRunner(
  { name, period, first = period, retry, maxParallel = 1, run }: Job,
  { log, schedule }: { readonly log: Log; readonly schedule: JobControl['schedule'] },
) {
  const underWay = new Set<Promise<void>>();
  /** The ticks of scheduled runs. An earlier run does not remove later ones. */
  const scheduled = new Set<number>();
  let now = 0;
  let next = first;
  let isFailing = false;

  return {
    scheduleRun,

    tick() {
      now += 1;
      const due = [...scheduled].filter((at) => at <= now);
      if ((due.length === 0 && next > now) || underWay.size === maxParallel) return;
      for (const at of due) scheduled.delete(at);
      next = now + period;
      begin();
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  function scheduleRun(ticks = 1): void {
    scheduled.add(now + ticks);
  }

  function begin(): void {
    if (underWay.size === maxParallel) return;
    const running = runOnce().finally(() => underWay.delete(running));
    underWay.add(running);
  }

  async function runOnce(): Promise<void> {
    try {
      await run({ startParallelRun: begin, schedule });
      if (isFailing) log.info(`${name}.recovered`);
      isFailing = false;
    } catch (cause) {
      if (retry !== undefined) scheduleRun(retry);
      if (!isFailing) log.warn(`${name}.failed`, { cause: String(cause) });
      isFailing = true;
    }
  }
}
