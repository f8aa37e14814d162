import { expect, test } from '@jest/globals';
import type { Timeline } from '../src/api/shapes.ts';
import { gapBefore, supportText } from '../src/screens/logins/support-text.ts';

const STORY: Timeline = {
  code: 'K7F2-QX9M',
  application: 'shop',
  eid: null,
  acr: 'urn:example',
  channel: 'browser',
  outcome: 'cancelled',
  beganAt: '2026-11-22T10:00:00.000Z',
  cause: 'The person cancelled in the app.',
  fix: 'Begin again.',
  whoActs: 'person',
  steps: [
    { at: '2026-11-22T10:00:00.000Z', what: 'begun', words: 'The application asked for a login.' },
    { at: '2026-11-22T10:00:00.250Z', what: 'page', words: 'The page was shown.' },
    { at: '2026-11-22T10:00:09.750Z', what: 'ended', words: 'The person cancelled.' },
    { at: '2026-11-22T10:03:09.750Z', what: 'told', words: 'The application was told.' },
  ],
};

test('the text for support has the facts, then the steps', () => {
  expect(supportText(STORY)).toBe(`Code: K7F2-QX9M
Application: shop
eID: urn:example
Channel: browser
Began: 2026-11-22T10:00:00.000Z
Outcome: cancelled
Cause: The person cancelled in the app.
Fix: Begin again.
Who acts: The person must act.

2026-11-22T10:00:00.000Z  The application asked for a login.
2026-11-22T10:00:00.250Z  The page was shown.
2026-11-22T10:00:09.750Z  The person cancelled.
2026-11-22T10:03:09.750Z  The application was told.
`);
});

test('the text for support names the login of a refused request', () => {
  expect(supportText({ ...STORY, login: '753V-C8R9' })).toContain(
    'Code: K7F2-QX9M\nBelongs to the login: 753V-C8R9\n',
  );
});

test('each step has the time since the one before', () => {
  expect(STORY.steps.map((_, index) => gapBefore(STORY, index))).toEqual([
    '',
    '+ 250 ms',
    '+ 9.5 s',
    '+ 3 min',
  ]);
});
