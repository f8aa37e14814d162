import { calmSamples, samplesIn } from '../checker/invariants/stays-bounded.ts';
import { readHistory } from '../checker/read-history.ts';
import type { InjectedFault } from '../inject-faults.ts';
import type { Proof } from '../run.ts';

/** A share below it is rounding. */
const WHOLE = 0.95;

/** The share of the run without faults, and of samples: the checks of responses and event loops cover these only. */
export function calmText({ events }: Pick<Proof, 'events'>): string {
  const history = readHistory(events);
  const { faults, end } = history;
  const calm = faults.calm(0, end);
  const samples = samplesIn(history).length;
  const results = calmSamples(history).length;
  const share = end === 0 ? 100 : Math.round((100 * calm) / end);
  return `Checked without a fault: ${inSeconds(calm)} of ${inSeconds(end)} seconds (${share} %); the event loops by ${results} of ${samples} samples.`;
}

/** The faults that had less time than their duration; undefined when none. */
export function shortenedText({ faults }: Pick<Proof, 'faults'>): string | undefined {
  const short = faults.filter(isShortened);
  if (short.length === 0) return undefined;
  const each = short.map(({ scenario, allottedMs }) => {
    return `${scenario.id} ${inSeconds(allottedMs)} of ${scenario.seconds}`;
  });
  return `Shortened, in seconds: ${each.join(', ')}.`;
}

/** Less than nearly all of its duration. */
function isShortened({ scenario, allottedMs }: InjectedFault): boolean {
  return allottedMs < scenario.seconds * 1000 * WHOLE;
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1000);
}
