import type { Stage } from '../../../../domain/progress.ts';
import type { Entry } from '../entry.ts';

const PENDING_ERROR = 'authorization_pending';

/** How a poll is told that the person is not done: the specification's texts, to the letter. */
export const PENDING: Readonly<Record<Stage, Entry>> = {
  'first-interaction': {
    error: PENDING_ERROR,
    description: 'awaiting first user interaction',
    cause: 'The person has not opened the request in the eID’s app.',
    fix: 'No error: poll again in five seconds.',
  },
  acknowledgement: {
    error: PENDING_ERROR,
    description: 'awaiting user request acknowledgement',
    cause: 'The app has the request, and the person has not agreed to go on with it.',
    fix: 'No error: poll again in five seconds.',
  },
  identification: {
    error: PENDING_ERROR,
    description: 'awaiting user identification',
    cause: 'The person is about to identify in the app.',
    fix: 'No error: poll again in five seconds.',
  },
};

/** A poll that came too soon after the one before. */
export const TOO_SOON: Entry = {
  error: 'slow_down',
  description: 'poll at most once a second',
  cause: 'Two polls of a pending request came less than a second apart.',
  fix: 'Poll every five seconds. The pace is not lengthened by this answer.',
};
