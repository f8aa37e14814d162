import type { Environment } from './environment/environment.ts';
import type { Runtime } from './people/runtime.ts';

const EVERY_MS = 5_000;
const MB = 1024 * 1024;

/** Records the resources of each replica and the published keys every few seconds, until the signal. */
export async function watchReplicas(
  { replicas }: Pick<Environment, 'replicas'>,
  { recorder, keys, pause }: Runtime,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    for (const replica of replicas) {
      // A dead or frozen replica returns no sample.
      const vitals = await replica.vitals().catch(() => undefined);
      if (vitals === undefined) continue;
      recorder.record({
        type: 'sample',
        replica: `${replica.name} (${replica.pid})`,
        rssMb: Math.round(vitals.rss / MB),
        sockets: vitals.sockets,
        loopDelayMs: Math.round(vitals.eventLoopP99Ms),
        queuedMs: Math.round(vitals.queuedMs),
      });
    }
    await keys.refresh();
    await pause(EVERY_MS);
  }
}
