import { createHmac, timingSafeEqual } from 'node:crypto';

import { Refusal } from '../../shared/refusal.ts';
import type { Person } from '../../world/persons.ts';
import type { RestRoom } from '../rest-profile.ts';
import { FrejaError, type FrejaOperation, type FrejaRequest, objectIn } from './requests.ts';

/** One authentication or signature. */
export interface Transaction {
  readonly reference: string;
  /** The person's pending login. */
  readonly loginId: string;
  readonly relyingParty: string;
  readonly request: FrejaRequest;
  /** Only with a dynamic QR code. */
  readonly qrCodeSecret: string | undefined;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  /** The app has it: it was scanned, opened by a link, or pushed. */
  readonly isDelivered: boolean;
  /** How it ended without a decision of the person. */
  readonly end: 'RP_CANCELED' | 'REJECTED' | undefined;
}

/** The status of a transaction, with the person who approved. */
export interface TransactionState {
  readonly status:
    | 'STARTED'
    | 'DELIVERED_TO_MOBILE'
    | 'APPROVED'
    | 'CANCELED'
    | 'RP_CANCELED'
    | 'EXPIRED'
    | 'REJECTED';
  readonly person: Person | undefined;
}

/** All transactions, and the pending logins. */
export interface Transactions {
  /** @throws {FrejaError} 2000 */
  start(request: FrejaRequest, relyingParty: string): Transaction;
  /** @throws {FrejaError} 1100 */
  find(operation: FrejaOperation, reference: string, relyingParty: string): Transaction;
  stateOf(transaction: Transaction): TransactionState;
  cancel(transaction: Transaction): void;
  /** The app opens a link or scans a code. @throws {Refusal} */
  deliver(reference: string): Transaction;
}

/** The permitted age of a scanned code, in seconds. */
const QR_TOLERANCE = 5;
const SECONDS_OF_AUTHENTICATION = 120;
/** Freja keeps results this long. */
const KEPT_SECONDS = 10 * 60;

/** No transactions yet. */
export function makeTransactions({ clock, random, ...room }: RestRoom): Transactions {
  const transactions = new Map<string, Transaction>();

  function store(transaction: Transaction): Transaction {
    transactions.set(transaction.reference, transaction);
    return transaction;
  }

  function stateOf(transaction: Transaction): TransactionState {
    const { loginId, end, expiresAt, isDelivered } = current(transaction);
    const decision = room.find(loginId)?.decision;
    if (end !== undefined) return { status: end, person: undefined };
    if (decision?.kind === 'approved') return { status: 'APPROVED', person: decision.person };
    if (decision?.kind === 'aborted') return { status: 'CANCELED', person: undefined };
    if (decision?.kind === 'failed') return { status: 'REJECTED', person: undefined };
    if (clock() >= expiresAt) return { status: 'EXPIRED', person: undefined };
    return { status: isDelivered ? 'DELIVERED_TO_MOBILE' : 'STARTED', person: undefined };
  }

  function current({ reference }: Transaction): Transaction {
    return transactions.get(reference) as Transaction;
  }

  function isPending(transaction: Transaction): boolean {
    return ['STARTED', 'DELIVERED_TO_MOBILE'].includes(stateOf(transaction).status);
  }

  /** Two authentications of one person at a time are suspicious: both are stopped. */
  function refuseSecond(request: FrejaRequest, person: Person | undefined): void {
    if (request.operation === 'sign' || person === undefined) return;
    const first = [...transactions.values()].find(
      (each) =>
        each.request.operation === 'authentication' &&
        room.find(each.loginId)?.person?.id === person.id &&
        isPending(each),
    );
    if (first === undefined) return;
    store({ ...first, end: 'REJECTED' });
    throw new FrejaError(2000);
  }

  return {
    start(request, relyingParty) {
      const person = room.persons.find((one) => isNamed(one, request));
      refuseSecond(request, person);
      const now = clock();
      const reference = random(48).toString('base64url');
      const { signature, dynamicQrCode, lowestLevel } = request;
      const loginId = room.start({
        application: relyingParty,
        action: request.operation,
        level: lowestLevel,
        ...(signature !== undefined && { text: signature.text.toString('utf8') }),
        ...(person !== undefined && { person }),
      });
      return store({
        reference,
        loginId,
        relyingParty,
        request,
        qrCodeSecret: dynamicQrCode ? random(32).toString('base64url') : undefined,
        startedAt: now,
        expiresAt:
          signature?.expiresAt ?? new Date(now.getTime() + SECONDS_OF_AUTHENTICATION * 1000),
        // A named person gets a push; nobody gets one for an unknown number.
        isDelivered: person !== undefined,
        end: undefined,
      });
    },

    find(operation, reference, relyingParty) {
      const found = transactions.get(reference);
      if (found?.request.operation !== operation) throw new FrejaError(1100);
      if (found.relyingParty !== relyingParty) throw new FrejaError(1100);
      const forgottenAt = found.expiresAt.getTime() + KEPT_SECONDS * 1000;
      if (clock().getTime() > forgottenAt) throw new FrejaError(1100);
      return found;
    },

    stateOf,

    cancel(transaction) {
      if (isPending(transaction)) store({ ...current(transaction), end: 'RP_CANCELED' });
    },

    deliver(scanned) {
      const [reference = '', time, code] = scanned.split('.');
      const found = transactions.get(reference);
      if (found === undefined) throw new Refusal('unknown_qr_code', 'No transaction has this code');
      if (!isPending(found)) throw new Refusal('order_over', 'The transaction is over');
      if (found.qrCodeSecret !== undefined) {
        checkCode(found.qrCodeSecret, time, code);
        const age = (clock().getTime() - found.startedAt.getTime()) / 1000 - Number(time);
        if (Math.abs(age) > QR_TOLERANCE) throw new Refusal('stale_qr_code', 'The code is too old');
      }
      return store({ ...found, isDelivered: true });
    },
  };
}

/** The code belongs to the time that it names. */
function checkCode(secret: string, time = '', code = ''): void {
  const right = createHmac('sha256', secret).update(time).digest();
  const given = Buffer.from(code, 'base64url');
  const isRight = /^\d{1,9}$/.test(time) && given.length === right.length;
  if (!isRight || !timingSafeEqual(given, right)) {
    throw new Refusal('wrong_qr_code', 'The code was not made with the secret');
  }
}

/** The address by which requests may name the person. */
export function emailOf({ id }: Person): string {
  return `${id}@example.com`;
}

/** A number that no network assigns. */
export function phoneOf({ uuid }: Person): string {
  return `+46700${(Number.parseInt(uuid.slice(0, 6), 16) % 1_000_000).toString().padStart(6, '0')}`;
}

/** Whether a request names this person. */
function isNamed(person: Person, { userInfoType, userInfo }: FrejaRequest): boolean {
  switch (userInfoType) {
    case 'INFERRED':
      return false;
    case 'EMAIL':
      return userInfo === emailOf(person);
    case 'PHONE':
      return userInfo === phoneOf(person);
    case 'SSN': {
      const { country, ssn } = objectIn(userInfo, 1002);
      return country === person.country && ssn === person.nationalNumber;
    }
  }
}
