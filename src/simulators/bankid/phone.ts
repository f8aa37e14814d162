import type { Clock } from './clock.ts';
import { type Display, displayOf } from './display.ts';
import {
  canTake,
  fail,
  type Opener,
  type Order,
  open,
  personOf,
  type Step,
  take,
} from './order.ts';
import { isPhoneOrder, type OrderKind } from './order-request.ts';
import type { Orders } from './orders.ts';
import { isPersonalNumber } from './personal-number.ts';
import { findPerson, hasUsableBankId } from './persons.ts';
import { isAuthentic, parseQrCode, qrData } from './qr-code.ts';
import { Refusal } from './refusal.ts';
import { planAfterOpening } from './script.ts';
import { parseStartLink } from './start-link.ts';

/** A pending order as the phone's control API lists it. */
export interface ListedOrder {
  readonly orderRef: string;
  readonly kind: OrderKind;
  /** The person whom the RP named, if it did. */
  readonly personalNumber?: string;
  /** The person who scanned or opened it, once somebody has. */
  readonly openedBy?: string;
  readonly hintCode: string;
  readonly createdAt: string;
  readonly display: Display;
  /** Only while the order waits to be started, and never for phone orders. */
  readonly qrData?: string;
  readonly autoStartToken?: string;
}

/** An order that came to the phone. */
export interface OpenedOrder {
  readonly orderRef: string;
  readonly hintCode: string;
  readonly display: Display;
}

/** What became of an order. */
export interface Outcome {
  readonly orderRef: string;
  readonly status: 'pending' | 'complete' | 'failed';
  readonly hintCode?: string;
  /** What the app opens now: only after an approval on the device where the person was asked. */
  readonly returnUrl?: string;
}

/** One way to open an order; exactly one member counts. */
export interface OpenRequest {
  readonly link?: string | undefined;
  readonly autoStartToken?: string | undefined;
  readonly orderRef?: string | undefined;
}

/** What the tester lets a person do. */
export type Action = 'approve' | 'cancel' | 'confirm-call' | 'decline-call' | 'fail';

/** The phones of all test persons. Every method throws a `Refusal` where a real phone could not do it. */
export interface Phone {
  list(): ListedOrder[];
  scan(qrData: string, personalNumber: string): OpenedOrder;
  open(request: OpenRequest, personalNumber: string): OpenedOrder;
  act(orderRef: string, act: Act): Outcome;
}

/** An action, who does it if that is to be checked, and for `fail` the hint code (else `certificateErr`). */
export interface Act {
  readonly action: Action;
  readonly personalNumber?: string | undefined;
  readonly hintCode?: string | undefined;
}

interface Deps {
  readonly orders: Orders;
  readonly clock: Clock;
  /** How many seconds a scanned QR code may be older or newer than the current one. */
  readonly qrTolerance: number;
}

/** Phones that see the given orders. */
export function makePhone({ orders, clock, qrTolerance }: Deps): Phone {
  const ageOf = (order: Order) =>
    Math.floor((clock().getTime() - order.createdAt.getTime()) / 1000);

  function startOrder(order: Order, opener: Opener): OpenedOrder {
    checkCanStart(order);
    const person = findPerson(opener.personalNumber);
    if (person.behaviour === 'never-starts') {
      throw new Refusal('never_starts', 'This test person never starts the app');
    }
    if ((order.request.personalNumber ?? person.personalNumber) !== person.personalNumber) {
      orders.replace(fail(order, 'certificateErr', clock()));
      throw new Refusal('wrong_person', 'The order names another person: it has failed');
    }
    const isUsable = hasUsableBankId(order.request.requirement);
    const plan = planAfterOpening(person.behaviour, order.request.kind, clock());
    const opened = { ...open(order, opener, isUsable), plan };
    orders.replace(opened);
    if (!isUsable) {
      throw new Refusal(
        'no_usable_bankid',
        'The order demands a kind of BankID that this person lacks',
      );
    }
    return describeOpened(opened);
  }

  return {
    list: () => orders.open().map((order) => listed(order, ageOf(order))),

    scan(text, personalNumber) {
      checkPersonalNumber(personalNumber);
      const code = parseQrCode(text);
      if (code === undefined) {
        throw new Refusal(
          'malformed_qr_code',
          'This is no QR code of BankID (bankid.<token>.<time>.<code>)',
        );
      }
      const order = orders.findByQrStartToken(code.qrStartToken);
      if (order?.startTokens === undefined) {
        throw new Refusal('unknown_qr_code', 'No order has this QR code; it may be over');
      }
      checkCanStart(order);
      if (!isAuthentic(code, order.startTokens)) {
        throw new Refusal('wrong_qr_code', 'The authentication code of the QR code is wrong');
      }
      const lag = ageOf(order) - code.time;
      if (Math.abs(lag) > qrTolerance) {
        const age = lag > 0 ? `${lag} seconds old` : `${-lag} seconds ahead of time`;
        throw new Refusal(
          'stale_qr_code',
          `The QR code is ${age}; at most ${qrTolerance} are allowed`,
        );
      }
      return startOrder(order, { personalNumber, channel: 'qr' });
    },

    open(request, personalNumber) {
      checkPersonalNumber(personalNumber);
      if (request.orderRef !== undefined) {
        return startOrder(findPushed(orders, request.orderRef), {
          personalNumber,
          channel: 'push',
        });
      }
      const { autoStartToken, redirect } = startOf(request);
      const order = orders.findByAutoStartToken(autoStartToken);
      if (order === undefined) {
        throw new Refusal('unknown_start_token', 'No order has this start token; it may be over');
      }
      const channel = 'autostart';
      return startOrder(order, {
        personalNumber,
        channel,
        ...(redirect === undefined ? {} : { redirect }),
      });
    },

    act(orderRef, { action, personalNumber, hintCode }) {
      const order = orders.find(orderRef);
      if (order === undefined) throw new Refusal('unknown_order', 'There is no such order');
      checkIsPending(order);
      const person = personOf(order) ?? personalNumber;
      if (personalNumber !== undefined && personalNumber !== person) {
        throw new Refusal('wrong_person', 'The order is on the phone of another person');
      }
      const acted =
        action === 'fail'
          ? fail(order, hintCode ?? 'certificateErr', clock())
          : takeNow(order, action, clock());
      orders.replace(acted);
      return outcomeOf(acted);
    },
  };
}

function checkPersonalNumber(personalNumber: string): void {
  if (isPersonalNumber(personalNumber)) return;
  throw new Refusal(
    'malformed_personal_number',
    'personalNumber must be twelve digits with a right check digit',
  );
}

function checkIsPending({ state }: Order): void {
  if (state.status === 'pending') return;
  const end = state.status === 'complete' ? 'complete' : `failed, ${state.hintCode}`;
  throw new Refusal('order_over', `The order is over (${end})`);
}

function checkCanStart(order: Order): void {
  checkIsPending(order);
  if (canTake(order, 'open')) return;
  throw new Refusal(
    'already_used',
    'The order was started already: a code, link or push works once',
  );
}

function findPushed(orders: Orders, orderRef: string): Order {
  const order = orders.find(orderRef);
  if (order === undefined) throw new Refusal('unknown_order', 'There is no such order');
  if (isPhoneOrder(order.request.kind)) return order;
  throw new Refusal(
    'not_a_phone_order',
    'Only phone orders are pushed; scan this one or open its link',
  );
}

function startOf({ link, autoStartToken }: OpenRequest): {
  autoStartToken: string;
  redirect?: string | undefined;
} {
  if (autoStartToken !== undefined) return { autoStartToken };
  const parsed = link === undefined ? undefined : parseStartLink(link);
  if (parsed !== undefined) return parsed;
  throw new Refusal(
    'malformed_link',
    'A start link is https://app.bankid.com/?autostarttoken=… or bankid:///?autostarttoken=…',
  );
}

const MOMENTS: Readonly<Record<string, string>> = {
  outstandingTransaction: 'nobody has scanned or opened it',
  started: 'the app found no usable BankID',
  userCallConfirm: 'the question about the call is still open',
  userSign: 'it waits for an approval',
};

function takeNow(order: Order, step: Step, now: Date): Order {
  if (canTake(order, step)) return take(order, step, now);
  const hintCode = 'hintCode' in order.state ? order.state.hintCode : '';
  throw new Refusal(
    'wrong_moment',
    `The order cannot take ${step} now: ${MOMENTS[hintCode]} (${hintCode})`,
  );
}

function listed(order: Order, age: number): ListedOrder {
  const { request, startTokens, state } = order;
  const isWaiting = canTake(order, 'open');
  return {
    orderRef: order.orderRef,
    kind: request.kind,
    ...(request.personalNumber === undefined ? {} : { personalNumber: request.personalNumber }),
    ...('opener' in state ? { openedBy: state.opener.personalNumber } : {}),
    hintCode: 'hintCode' in state ? state.hintCode : '',
    createdAt: order.createdAt.toISOString(),
    display: displayOf(order),
    ...(isWaiting && startTokens !== undefined
      ? { qrData: qrData(startTokens, age), autoStartToken: startTokens.autoStartToken }
      : {}),
  };
}

function describeOpened(order: Order): OpenedOrder {
  const hintCode = 'hintCode' in order.state ? order.state.hintCode : '';
  return { orderRef: order.orderRef, hintCode, display: displayOf(order) };
}

function outcomeOf({ orderRef, request, state }: Order): Outcome {
  if (state.status !== 'complete')
    return { orderRef, status: state.status, hintCode: state.hintCode };
  const { channel, redirect } = state.opener;
  const returnUrl = request.returnUrl ?? redirect;
  const isSameDevice = channel === 'autostart' && returnUrl !== undefined;
  return { orderRef, status: 'complete', ...(isSameDevice ? { returnUrl } : {}) };
}
