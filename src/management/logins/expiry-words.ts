import type { Channel } from '../../domain/authentication.ts';
import type { HintCode } from '../../domain/hint-code.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { EndedStep, Finding, TimelineStep } from '../../domain/login-timeline.ts';
import { LONG_ENOUGH } from './verdict-texts.ts';

type StepOf<What extends TimelineStep['what']> = Extract<TimelineStep, { what: What }>;

/** An attempt whose time ended. */
export interface Expired {
  /** Of the attempt. */
  readonly steps: readonly TimelineStep[];
  readonly ended: EndedStep & { readonly at: number };
  readonly channel: Channel;
  readonly hintOf: (hint: string) => HintCode | undefined;
}

/** How far the person was, how long the time was, and who set it. */
export function expiryWords(expired: Expired): Partial<Finding> {
  const { steps, ended, channel } = expired;
  const started = steps.find(({ what }) => what === 'started') as StepOf<'started'> | undefined;
  const after = started && Math.round((ended.at - started.at) / 1000);
  const seconds = ended.hint === undefined ? started?.seconds : undefined;
  const isShort = seconds !== undefined && seconds < lifetimes.request;
  const limit = isShort ? `The application allowed ${seconds} seconds (requested_expiry).` : '';
  const ours = `This service ended it after ${inSeconds(seconds ?? after)}, the usual limit${channel === 'browser' ? ' of an attempt in the browser' : ''}.`;
  const early = after !== undefined && after < EARLY ? ` ${TOO_EARLY}` : '';
  const ofEid = `The eID ended it after ${inSeconds(after)}, by a limit of its own.${early}`;
  const whose = ended.hint === undefined ? ours : ofEid;
  const cause = [progressWords(expired), limit || (after === undefined ? '' : whose)]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return isShort && seconds < LONG_ENOUGH ? { cause, ...TOO_SHORT } : { cause };
}

/** In seconds: no eID gives a person less. */
const EARLY = 25;
const TOO_EARLY =
  'No eID gives so little time: its clock or its limit differs from ours, so the person may have done nothing wrong.';

function inSeconds(count: number | undefined): string {
  return count === 1 ? 'one second' : `${count ?? 'some'} seconds`;
}

const TOO_SHORT = {
  fix: 'Leave requested_expiry out, or send at least 60 seconds. The person then has time to find and open the app.',
  whoActs: 'application',
} as const;

/** By the eID's last code before the end, so that no cause claims what did not happen. */
function progressWords({ steps, ended, hintOf }: Expired): string {
  if (ended.why === 'not-opened') return 'The person did not open the request in the eID’s app.';
  const last = steps.findLast((step) => step.what === 'hint' && step.at <= ended.at);
  if (last === undefined || last.what !== 'hint') return unreported({ steps, ended });
  const code = hintOf(last.hint);
  const said = code === undefined ? '' : ` The eID’s last word was “${last.hint}”: ${code.words}.`;
  const isOpened = code === undefined ? last.stage !== 'first-interaction' : code.isOpened;
  if (isOpened === true) return `The person opened the request, and did not finish it.${said}`;
  if (isOpened === false) return `The request was not opened.${said}`;
  return `The person did not answer.${said}`;
}

function unreported({ steps, ended }: Pick<Expired, 'steps' | 'ended'>): string {
  const page = steps.findLast((step) => step.what === 'page' && step.at <= ended.at);
  const isAway = page?.what === 'page' && ['depart', 'answer'].includes(page.page);
  if (isAway) return 'The person left for the eID’s own pages, and did not come back.';
  return 'The eID reported no sign that the request was opened.';
}
