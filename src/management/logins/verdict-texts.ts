import type { Finding, LoginTimeline, TimelineStep } from '../../domain/login-timeline.ts';

/** Why a login is in its state, and what helps. */
export interface Verdict extends Finding {
  /** The catalogue key of the error that the explanation is about; null without one. */
  readonly error: string | null;
}

/** The browser had left our page. */
export function isLeft(step: TimelineStep): boolean {
  return step.what === 'page' && step.page === 'left';
}

/** The verdict of a login that is under way. */
export function pendingVerdict(
  steps: readonly TimelineStep[],
  channel: LoginTimeline['channel'],
): Verdict {
  const last = steps.findLast((step) => !isLeft(step) && step.what !== 'refused');
  return {
    error: null,
    cause: `${waitingFor(last)} It is under way, or the person has given up.`,
    fix:
      channel === 'browser'
        ? 'Ask the person to continue or to begin again. Our page says what comes next.'
        : 'Ask the person to open the eID’s app. The application polls every five seconds until an outcome.',
    whoActs: 'person',
  };
}

function waitingFor(last: TimelineStep | undefined): string {
  switch (last?.what) {
    case 'page':
      return ON_PAGE[last.page] ?? 'Our page is open and waits for the person.';
    case 'started':
      return 'The request is at the eID, and the person has not opened it yet.';
    case 'hint':
      return last.stage === 'first-interaction'
        ? 'The request is at the eID, and the person has not opened it yet.'
        : 'The person has the request in the eID’s app and has not finished.';
    case 'returned':
      return 'The person has come back, and the eID’s answer is being examined.';
    default:
      return 'The application began the login, and the browser has not opened our page.';
  }
}

const ON_PAGE: Readonly<Record<string, string>> = {
  choose: 'Our page waits for the person’s choice.',
  confirm: 'Our page waits for the person’s click that starts the eID.',
  read: 'Our page shows the text to sign and waits for the person.',
  input: 'Our page waits for what the person must type.',
  scan: 'Our page shows the QR code, and the person has not scanned it yet.',
  open: 'Our page shows the link that opens the eID’s app, and the person has not used it yet.',
  depart: 'The person is on the eID’s own pages and has not come back.',
  answer: 'The person is on the eID’s own pages, or the eID’s answer is being examined.',
};

export const NOT_RETURNED: Verdict = {
  error: null,
  cause:
    'The person identified, and the browser did not go on to the application: it was closed, or the person stayed in the eID’s app.',
  fix: 'Ask the person to go back to the browser that began the login, or to begin again.',
  whoActs: 'person',
};

export const NOT_FETCHED: Verdict = {
  error: null,
  cause: 'The person identified, and the application did not fetch the result: it stopped polling.',
  fix: 'Let the application poll every five seconds until it gets another answer than authorization_pending.',
  whoActs: 'application',
};

export const NOT_REDEEMED: Verdict = {
  error: null,
  cause: 'The application got a code and has not exchanged it. A code lasts 60 seconds.',
  fix: 'Look in the log of the application at this moment: its callback failed, compared another state, or sent nothing to our token endpoint that names this login.',
  whoActs: 'application',
};

export const DONE: Verdict = {
  error: null,
  cause: 'Nothing went wrong here: the application has the result.',
  fix: 'Look in the application for what happened after the login.',
  whoActs: 'nobody',
};

/** Errors for a person who had identified. */
export const WITHHELD: Readonly<Record<string, Verdict>> = {
  expired: {
    error: null,
    cause:
      'The person identified, and the application fetched the result after the time of the request.',
    fix: 'Let the application poll every five seconds until it gets another answer than authorization_pending.',
    whoActs: 'application',
  },
  failed: {
    error: null,
    cause:
      'The person identified, and the application may no longer have the result: its settings, or those of the eID, were changed meanwhile.',
    fix: 'The operator looks at the latest changes of the application: its flows, its acr values, the eID.',
    whoActs: 'operator',
  },
};

export const UNKNOWN_CODE =
  'This service does not know that code: it is newer than this release, or the eID’s own fault. The person and the application did nothing wrong.';

/** After a success. */
export const LATE_VISIT =
  'Later the person opened a page of the login again (back, reload or another tab), which changes nothing.';

/** In seconds: a shorter request leaves a person little time to find the app. */
export const LONG_ENOUGH = 60;

export const CANCELLED = {
  page: 'The person cancelled on the page of the login.',
  eid: 'The person cancelled in the eID’s app or on its pages.',
} as const;

export const STARTED_TWICE = {
  cause:
    'Another request for the same person reached the eID at the same time, here or at another service, and stopped this one. An application that starts twice does so by a double click or a retry.',
  fix: 'Start one request at a time for a person: compare the logins of the application at this moment. If it started only one, warn the person: somebody else may use the number.',
  whoActs: 'application',
} as const;

/** A second start of the tenant would have been refused, and noted here. */
export const NONE_OF_OURS =
  'This tenant had no other request refused for the person meanwhile, so it was most likely at another service.';

/** Without a browser the application names the person. */
export const NAMED_TOO_OFTEN = {
  fix: 'Look for a loop or a retry in the application: it started more requests for this person than one needs. Wait as long as Retry-After says. On test domains the operator may raise startsPerPerson.',
  whoActs: 'application',
} as const;

export const CANCELLED_BY_APPLICATION = {
  cause: 'The application cancelled the request at our endpoint.',
  fix: 'Look in the application for the reason: a person or an agent who stopped, or a time limit of its own.',
  whoActs: 'application',
} as const;

export const LEFT = {
  cause:
    'The person closed our page or went elsewhere before the eID’s app had finished, so the order was cancelled.',
  fix: 'The person starts again, and keeps the page with the QR code open until the app has finished.',
  whoActs: 'person',
} as const;

export const NOT_POLLED = {
  cause:
    'The time of the request ended without an answer, and the application no longer polled for one. The eID is asked only by polls.',
  fix: 'Let the application poll every five seconds until it gets another answer than authorization_pending.',
  whoActs: 'application',
} as const;
