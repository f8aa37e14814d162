/** The pages of a login by their names in the API. */
const WORDS: Readonly<Record<string, string>> = {
  choose: 'Choose an eID',
  'choose-to-sign': 'Choose an eID, to sign',
  'confirm-same': 'Begin on this device',
  'confirm-other': 'Begin on another device',
  input: 'Type a number',
  depart: 'On the way to the eID',
  scan: 'Scan the QR code',
  'scan-to-sign': 'Scan the QR code, to sign',
  'scan-with-message': 'Scan the QR code, with a message',
  open: 'Open the app',
  app: 'Go on in the app',
  code: 'Compare the code',
  return: 'Back from the app',
  answer: 'On the way to the application',
  'ended-not-opened': 'Ended: the app did not open',
  'ended-expired': 'Ended: it took too long',
  'ended-superseded': 'Ended: another login began',
  'ended-blocked': 'Ended: the eID is blocked',
  'ended-app-unable': 'Ended: the app cannot do it',
  'ended-too-risky': 'Ended: too risky',
  'ended-other-browser': 'Ended: another browser',
  'ended-other-person': 'Ended: another person',
  'ended-failed': 'Ended: failed at the eID',
  'ended-lost': 'Ended: the answer was lost',
  'ended-unverified': 'Ended: the answer does not verify',
  'ended-unavailable': 'Ended: the eID is unavailable',
  'ended-busy': 'Ended: the service is busy',
  'ended-misconfigured': 'Ended: wrong settings',
  'ended-too-many-requests': 'Ended: too many requests',
};

/** What a page is, in words. One without words here keeps its name. */
export function pageWords(name: string): string {
  return WORDS[name] ?? name;
}
