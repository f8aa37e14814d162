import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Log in". */
const act = (verb: string) => (eid: string) => `${verb} with ${eid}`;

/** English. */
export const en: Texts = {
  actions: {
    login: act('Log in'),
    confirm: act('Confirm'),
    accept: act('Accept'),
    approve: act('Approve'),
    sign: act('Sign'),
  },
  textToSign: 'Text to sign',
  sameTextInApp: (eid) => `Read it before you go on. The ${eid} app shows you the same text.`,
  sameTextAtEid: (eid) => `Read it before you go on. ${eid} shows you the same text.`,
  readText: 'Read the text',
  messageFrom: (application) => `Message from ${application}`,
  onThisDevice: (eid) => `${eid} on this device`,
  onThisDeviceMeans: 'Opens the app here',
  onAnotherDevice: (eid) => `${eid} on another device`,
  onAnotherDeviceMeans: 'Scan a QR code with your phone',
  openApp: (eid) => `Open ${eid}`,
  showQr: 'Show QR code',
  scanHeading: 'Scan the QR code',
  scanSteps: (eid) => [
    `Open the ${eid} app on your phone`,
    'Choose to scan a QR code',
    'Point the camera at the code',
  ],
  scanWarning: (host) => `Scan only if you opened this page yourself at ${host}.`,
  qrAlternative: (eid) => `QR code for the ${eid} app`,
  enlarge: 'Enlarge',
  close: 'Close',
  continueIn: (eid) => `Continue in the ${eid} app`,
  continueOnPhone: 'Continue on your phone',
  returnHeading: 'Nearly there',
  departHeading: (eid) => `Continue to ${eid}`,
  departMessage: (eid) => `You continue on the pages of ${eid} and come back here afterwards.`,
  answerOnItsWay: (eid) => `We are checking the answer of ${eid}.`,
  endedAtEid: (eid) => `${eid} did not identify you. Try again, or go back.`,
  answerUnusable: (eid) =>
    `You came back, but the answer of ${eid} cannot be used. Please try again.`,
  eidSilent: (eid) => `${eid} does not answer right now. Please try again in a moment.`,
  notYourFault:
    'The fault is not yours. If it stays, tell the support of the service you came from.',
  returnMessage: (eid) =>
    `You have approved. The ${eid} app now brings you back to this browser. If it does not, start again.`,
  askedMessage: (eid) => `Enter this so that ${eid} can reach you on your phone.`,
  input: {
    'national-number': { label: 'Personal number', wrong: 'This is not a valid personal number.' },
    'phone-number': {
      label: 'Mobile number',
      hint: 'Start with + and the country code.',
      wrong: 'Enter the whole number with + and the country code.',
    },
  },
  compareHeading: 'Compare the codes',
  compareCode: (code) => `Your phone shows a code. Go on there only if it is ${code}.`,
  continue: 'Continue',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  useThisDevice: 'Use this device instead',
  useAnotherDevice: 'Use another device instead',
  backTo: (application) => `Back to ${application}`,
  goBack: 'Go back',
  offline: 'No connection. Trying again…',
  ended: (eid) => ({
    declined: 'Cancelled',
    'not-opened': `${eid} was not opened in time`,
    expired: 'Time ran out',
    superseded: 'Stopped by another request',
    blocked: `Your ${eid} cannot be used`,
    'app-unable': `Your ${eid} app cannot do this`,
    'too-risky': 'Stopped for your safety',
    'other-browser': 'Continued in another browser',
    'other-person': 'Another person answered',
    failed: 'This did not work',
    lost: 'This did not work',
    unverified: 'This did not work',
    unavailable: `${eid} cannot be reached`,
    busy: 'Another request is under way',
    misconfigured: 'This did not work',
    'too-many-requests': 'Too many at once',
  }),
  expired: 'It was not finished in time. Please try again.',
  otherBrowser:
    'The app opened another browser than the one you started in. For your safety this was stopped. Please try again.',
  otherPerson: (application) =>
    `${application} asked for one certain person, and somebody else answered. Please try again as that person.`,
  supportCode: 'Support code',
  copy: 'Copy',
  copied: 'Copied',
  errorCode: 'Code',
  errors: {
    'login-not-found': {
      title: 'This is over',
      description:
        'It has finished, it took too long, or it was started in another browser. Go back to where you came from and start again.',
    },
    'login-over': {
      title: 'This is finished',
      description:
        'You have finished here already, and nothing is wrong. Go back to where you came from.',
    },
    'other-browser': {
      title: 'Go back to your first browser',
      description:
        'This was started in another browser. For your safety it cannot continue here. Go back to that browser.',
    },
    'foreign-form': {
      title: 'That did not come from our page',
      description:
        'For your safety nothing was done. Go back to where you came from and start again.',
    },
    'eid-not-offered': {
      title: 'This eID is not available',
      description: 'Go back to where you came from and choose another way.',
    },
    'service-unavailable': {
      title: 'Please wait a moment',
      description:
        'Many people are here right now, or something we depend on does not answer. Nothing is lost: this page tries again by itself.',
      withoutReload:
        'Many people are here right now, or something we depend on does not answer. Nothing is lost: wait a moment, then reload this page, or go back and try again.',
    },
    'too-many-requests': {
      title: 'Too many at once',
      description:
        'Too many requests came in a short time. Nothing is lost: wait a moment, then try again.',
    },
    'internal-error': {
      title: 'Something went wrong',
      description:
        'The fault is ours. Please try again in a moment. If it stays, tell the support of the service you came from, with the support code below.',
    },
  },
};
