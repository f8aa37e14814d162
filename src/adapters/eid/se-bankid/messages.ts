import type { Language } from '../../../domain/language.ts';
import type { StatusTextContext } from '../../../ports/eid.ts';
import { da, en, fi, type MessageId, type Messages, nb, sv } from './message-texts.ts';

/** In other languages our pages show the English text. */
const MESSAGES: Readonly<Partial<Record<Language, Messages>>> = { sv, da, nb, fi, en };

type Choice = MessageId | ((about: StatusTextContext) => MessageId);

// By the hint code of an order or the error code of a call. `''` is the hint code of an order before its first collect.
const CHOICES: Readonly<Record<string, Choice>> = {
  '': waiting,
  outstandingTransaction: waiting,
  noClient: 'RFA1',
  started: searching,
  userCallConfirm: 'RFA21',
  userSign: 'RFA9',
  userMrtd: 'RFA23',
  userFace: 'RFA24',
  userStepUp: 'RFA25',
  processing: 'RFA21',

  userCancel: 'RFA6',
  userDeclinedCall: 'RFA6',
  startFailed: notFound,
  expiredTransaction: 'RFA8',
  cancelled: 'RFA3',
  certificateErr: 'RFA16',
  notSupportedByUserApp: 'updateApp',
  transactionRiskBlocked: 'RFA22',
  mrtdVerificationFailed: 'RFA26',
  facialRecognitionFailed: 'RFA27',
  nfcNotSupportedByDevice: 'RFA28',
  multipleBankIdsOnDevice: 'RFA29',
  stepUpFailed: 'RFA30',

  alreadyInProgress: 'RFA4',
  requestTimeout: 'RFA5',
  internalError: 'RFA5',
  maintenance: 'RFA5',
  tooManyRequests: 'RFA5',
};

/** BankID's recommended text for a hint code of an order or an error code of a call. */
export function texts(hintCode: string, about: StatusTextContext): string {
  return (MESSAGES[about.language] ?? en)[messageFor(hintCode, about)];
}

function messageFor(hintCode: string, about: StatusTextContext): MessageId {
  const choice = Object.hasOwn(CHOICES, hintCode) ? CHOICES[hintCode] : undefined;
  if (choice === undefined) return about.ended ? 'RFA22' : 'RFA21';
  return typeof choice === 'string' ? choice : choice(about);
}

function waiting({ device }: StatusTextContext): MessageId {
  return device === 'same' ? 'RFA13' : 'RFA1';
}

/** A card reader can only be at the computer on which the person opened the app. */
function searching({ device, mobile }: StatusTextContext): MessageId {
  return device === 'same' && !mobile ? 'RFA15A' : 'RFA15B';
}

function notFound({ device }: StatusTextContext): MessageId {
  return device === 'same' ? 'RFA17A' : 'RFA17B';
}
