import {
  type LoginTimeline,
  MAX_STEPS,
  type RefusedStep,
  STEPS_FOR_OUTCOME,
  type TimelineStep,
} from './login-timeline.ts';

/** A refused request that names a login, by a sender that has not proved to be its application. */
export type OtherRefusal = RefusedStep & Pick<TimelineStep, 'at'> & { readonly byOther: true };

/** Of one login; equal ones count once. So they leave room for the steps of the login itself. */
export const MAX_OTHER_REFUSALS = 10;

/** Whether a step is such a refusal. */
export function isOtherRefusal(step: TimelineStep): step is OtherRefusal {
  return step.what === 'refused' && step.byOther === true;
}

/**
 * The steps with one more refusal. An equal one is counted at it, and of different ones the latest are kept. `leftOut` is the
 * number of refusals that are not kept.
 */
export function withOtherRefusal(
  steps: LoginTimeline['steps'],
  refusal: OtherRefusal,
): { readonly steps: LoginTimeline['steps']; readonly leftOut: number } {
  const others = steps.filter(isOtherRefusal);
  const equal = others.find((one) => identityOf(one) === identityOf(refusal));
  if (equal !== undefined) {
    const times = timesOf(equal) + timesOf(refusal);
    const rest = steps.filter((step) => step !== equal);
    return { steps: [...rest, { ...refusal, times }], leftOut: 0 };
  }
  const isFull =
    others.length >= MAX_OTHER_REFUSALS || steps.length >= MAX_STEPS - STEPS_FOR_OUTCOME;
  if (!isFull) return { steps: [...steps, refusal], leftOut: 0 };
  const [oldest] = others;
  if (oldest === undefined) return { steps, leftOut: timesOf(refusal) };
  const rest = steps.filter((step) => step !== oldest);
  return { steps: [...rest, refusal], leftOut: timesOf(oldest) };
}

function timesOf({ times = 1 }: OtherRefusal): number {
  return times;
}

function identityOf({ key, endpoint, reason, said, hint, facts = {} }: OtherRefusal): string {
  const { code: _, ...values } = facts;
  return JSON.stringify([key, endpoint, reason, said, hint, Object.entries(values).toSorted()]);
}
