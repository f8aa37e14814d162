import type { Timeline } from '../../api/shapes.ts';

/** Who must act, in a sentence. */
export const WHO_ACTS: Readonly<Record<Timeline['whoActs'], string>> = {
  person: 'The person must act.',
  application: 'The developers of the application must act.',
  operator: 'The operator of this service must act.',
  eid: 'The eID must act; nothing is to be done here.',
  nobody: 'Nobody needs to act.',
};

/** The story as plain text for a support case. It holds no person, as the story holds none. */
export function supportText(story: Timeline): string {
  const facts = [
    ['Code', story.code],
    ['Belongs to the login', story.login],
    ['Application', story.application ?? 'unknown'],
    ['eID', story.eid ?? story.acr ?? 'none chosen'],
    ['Channel', story.channel],
    ['Began', story.beganAt],
    ['Outcome', story.outcome ?? 'pending'],
    ['Cause', story.cause],
    ['Fix', story.fix],
    ['Who acts', WHO_ACTS[story.whoActs]],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const steps = story.steps.map(({ at, words }) => `${at}  ${words}`);
  return [...facts, '', ...steps, ''].join('\n');
}

/** The time since the step before, such as `+ 1.2 s`; empty for the first. */
export function gapBefore(story: Pick<Timeline, 'steps'>, index: number): string {
  const [step, before] = [story.steps[index], story.steps[index - 1]];
  if (step === undefined || before === undefined) return '';
  const ms = Date.parse(step.at) - Date.parse(before.at);
  if (ms < 1_000) return `+ ${ms} ms`;
  if (ms < 60_000) return `+ ${(ms / 1_000).toFixed(1)} s`;
  return `+ ${Math.round(ms / 60_000)} min`;
}
