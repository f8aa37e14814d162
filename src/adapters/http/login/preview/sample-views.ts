import { type Intent, PLAIN_LOGIN } from '../../../../domain/intent.ts';
import type { EndedView, WaitingView } from '../../../../flows/browser-login/login.ts';
import type { LaunchData } from '../../../../ports/eid.ts';
import type { ShownView } from '../routes/pages.ts';

/** A page to look at: its view, and what differs from a plain login. */
export interface SampleView {
  readonly view: ShownView;
  readonly intent?: Intent;
  /** The eID has pages of its own instead of an app. */
  readonly isRedirect?: boolean;
  /** The acr value leaves the device to the person. */
  readonly anyDevice?: boolean;
}

const CONTRACT = `# Order 4711

I order:

| what | price |
| --- | --- |
| table | 300 EUR |
| two chairs | 200 EUR |

+ The seller delivers *within a week*.
+ The buyer pays within 30 days.`;

const SIGNATURE: Intent = {
  ...PLAIN_LOGIN,
  kind: 'signature',
  action: 'sign',
  text: { visible: base64(CONTRACT), format: 'markdown', nonVisible: undefined },
};
const MESSAGE: Intent = {
  ...PLAIN_LOGIN,
  action: 'approve',
  text: { visible: base64('500 EUR, order 4711'), format: 'plaintext', nonVisible: undefined },
};

const NO_LAUNCH: LaunchData = {
  qrData: undefined,
  autoStartToken: undefined,
  appLink: undefined,
  desktopLink: undefined,
  verificationCode: undefined,
};
const PENDING: WaitingView = {
  step: 'waiting',
  device: 'other',
  stage: 'first-interaction',
  hintCode: 'waiting',
  launchData: undefined,
  awaitsReturn: false,
};
/** The text of the QR code, which opens nothing. */
export const SAMPLE_QR = `example.${'0123456789abcdef'.repeat(6)}`;

const SCAN: WaitingView = {
  ...PENDING,
  launchData: { ...NO_LAUNCH, qrData: SAMPLE_QR },
  secondsLeft: 170,
};
const OPEN: WaitingView = {
  ...PENDING,
  device: 'same',
  launchData: { ...NO_LAUNCH, desktopLink: '#', appLink: '#' },
};

/** Why a login ends, each with a page of its own. */
const ENDINGS: readonly EndedView['why'][] = [
  'not-opened',
  'expired',
  'superseded',
  'blocked',
  'app-unable',
  'too-risky',
  'other-browser',
  'other-person',
  'failed',
  'lost',
  'unverified',
  'unavailable',
  'busy',
  'misconfigured',
  'too-many-requests',
];

/** The pages of a login in the order in which a person may meet them. */
export const SAMPLE_VIEWS: ReadonlyMap<string, SampleView> = new Map<string, SampleView>([
  ['choose', { view: { step: 'choose' }, anyDevice: true }],
  ['choose-to-sign', { view: { step: 'choose' }, anyDevice: true, intent: SIGNATURE }],
  ['confirm-same', { view: { step: 'confirm', device: 'same', startsAtOnce: false } }],
  ['confirm-other', { view: { step: 'confirm', device: 'other', startsAtOnce: false } }],
  ['input', { view: { step: 'input', inputs: ['national-number', 'phone-number'] } }],
  ['depart', { view: { step: 'depart', url: '#', leaves: false }, isRedirect: true }],
  ['scan', { view: SCAN, anyDevice: true }],
  ['scan-to-sign', { view: SCAN, anyDevice: true, intent: SIGNATURE }],
  ['scan-with-message', { view: SCAN, anyDevice: true, intent: MESSAGE }],
  ['open', { view: OPEN, anyDevice: true }],
  ['app', { view: PENDING }],
  [
    'code',
    {
      view: { ...PENDING, launchData: { ...NO_LAUNCH, verificationCode: '4271' }, secondsLeft: 50 },
    },
  ],
  ['return', { view: { ...PENDING, device: 'same', awaitsReturn: true } }],
  ['answer', { view: { ...PENDING, device: 'same' }, isRedirect: true }],
  ...ENDINGS.map((why): [string, SampleView] => [
    `ended-${why}`,
    { view: { step: 'ended', device: 'other', why, hintCode: undefined }, anyDevice: true },
  ]),
]);

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
