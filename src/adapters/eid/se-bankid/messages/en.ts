import type { Messages } from './message-id.ts';

/** English: BankID's own wording up to RFA23, then ours. */
export const en: Messages = {
  RFA1: 'Start your BankID app.',
  RFA3: 'The action was cancelled. Please try again.',
  RFA4: 'An identification or signature is already in progress for your personal identity number. Please try again.',
  RFA5: 'Something went wrong. Please try again.',
  RFA6: 'The action was cancelled.',
  RFA8: "The BankID app is not responding. Please check that it's started and that you have internet access. Try again.",
  RFA9: 'Enter your security code in the BankID app and select Identify or Sign.',
  RFA13: 'Trying to start your BankID app.',
  RFA15A:
    'Searching for BankID. Make sure you have a valid BankID on this computer. If you have a BankID on card, please insert the card into your card reader.',
  RFA15B: 'Searching for BankID. Make sure you have a valid BankID on this device.',
  RFA16:
    'Your BankID is blocked or too old. Please use another BankID or get a new one from your bank.',
  RFA17A:
    "You don't seem to have the BankID app/program. Please install it and get a BankID from your bank.",
  RFA17B: 'Failed to scan the QR code. Start the BankID app and scan the QR code.',
  RFA21: 'An identification or signing is in progress.',
  RFA22: 'Something went wrong. Please try again.',
  RFA23: 'Take a photo of, and scan, your ID document with the BankID app.',
  RFA24: 'Scan your face in the BankID app.',
  RFA25: 'Choose how to confirm your identity in the BankID app.',
  RFA26: 'Your ID document could not be verified. Please try again.',
  RFA27: 'Your face could not be recognised. Please try again.',
  RFA28: 'Your device has no reader of the kind that is needed to check ID documents.',
  RFA29:
    'You have several BankIDs on your device. Remove all but one in the BankID app and try again.',
  RFA30: 'Your identity could not be confirmed. Please try again.',
  updateApp: 'Your BankID app is too old for this. Please update it and try again.',
};
