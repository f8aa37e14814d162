import type { Words } from './words.ts';

/** English. */
export const en: Words = {
  asks: (application, eid) => `${application} wants you to log in with ${eid}`,
  logInWith: (eid) => `Log in with ${eid}`,
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
  qrAlternative: (eid) => `QR code for the ${eid} app`,
  enlarge: 'Enlarge',
  close: 'Close',
  continueIn: (eid) => `Continue in the ${eid} app`,
  returnHeading: 'Nearly there',
  returnMessage: (eid) =>
    `You have approved. The ${eid} app now brings you back to this browser. If it does not, start again.`,
  cancel: 'Cancel',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  useThisDevice: 'Use this device instead',
  useAnotherDevice: 'Use another device instead',
  backTo: (application) => `Back to ${application}`,
  offline: 'No connection. Trying again…',
  ended: (eid) => ({
    declined: 'Cancelled',
    'not-started': `${eid} was not opened in time`,
    expired: 'Time ran out',
    superseded: 'Stopped by another login',
    blocked: `Your ${eid} cannot be used`,
    'app-unable': `Your ${eid} app cannot do this`,
    'too-risky': 'Stopped for your safety',
    'other-browser': 'Continued in another browser',
    failed: 'Something went wrong',
    lost: 'Something went wrong',
    unavailable: `${eid} cannot be reached`,
    busy: 'Another login is under way',
    misconfigured: 'Something went wrong',
  }),
  expired: 'The login was not finished in time. Please try again.',
  otherBrowser:
    'The app opened another browser than the one you started in. For your safety this login was stopped. Please try again.',
  reference: 'Reference',
  errorCode: 'Code',
  errors: {
    'login-not-found': {
      title: 'This login is over',
      description:
        'It has finished, it took too long, or it was started in another browser. Go back to where you wanted to log in and start again.',
    },
    'other-browser': {
      title: 'Go back to your first browser',
      description:
        'This login was started in another browser. For your safety it was stopped. Go back to that browser and start again there.',
    },
    'foreign-form': {
      title: 'That did not come from our page',
      description:
        'For your safety nothing was done. Go back to where you wanted to log in and start again.',
    },
    'eid-not-offered': {
      title: 'This way to log in is not available',
      description: 'Go back to where you wanted to log in and choose another way.',
    },
    'internal-error': {
      title: 'Something went wrong',
      description:
        'The fault is ours. Please try again in a moment. If it stays, tell the support of the service you wanted to log in to, with the reference below.',
    },
  },
};
