import type { HintCodes } from '../../../domain/hint-code.ts';
import type { Finding } from '../../../domain/login-timeline.ts';

const UNREACHABLE: Finding = {
  cause:
    'Freja cannot reach the person for this service: no active Freja, or the person has blocked the service.',
  fix: 'The person opens the Freja app and checks the account and the blocked services, then tries again.',
  whoActs: 'person',
};

/** Freja's statuses and codes for support. The person's texts for the same words are in `messages.ts`. */
export const HINT_WORDS: HintCodes = {
  STARTED: { words: 'the person has not opened the Freja app yet', isOpened: false },
  DELIVERED_TO_MOBILE: { words: 'the request is open in the Freja app', isOpened: true },
  CANCELED: { words: 'the person declined in the app' },
  RP_CANCELED: { words: 'we cancelled it' },
  REJECTED: { words: 'a second request for the same person stopped it' },
  EXPIRED: { words: 'the time of the request is over' },
  '1005': { words: 'the person has blocked requests of this service', ending: UNREACHABLE },
  '1012': { words: 'Freja has no such active person', ending: UNREACHABLE },
  '2000': { words: 'the person has another request open' },
};
