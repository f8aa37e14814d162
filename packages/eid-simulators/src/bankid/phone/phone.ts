import type { Clock } from '../../shared/clock.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  canTake,
  fail,
  type Order,
  open,
  personOf,
  type Risk,
  type Step,
  take,
} from '../orders/order.ts';
import {
  checkIsPending,
  findOpened,
  findScanned,
  type OpenRequest,
  type Start,
} from '../orders/order-starts.ts';
import type { Orders } from '../orders/orders.ts';
import { isPersonalNumber } from '../orders/personal-number.ts';
import { findPerson, hasUsableBankId, type Person } from './persons.ts';
import {
  describeListed,
  describeOpened,
  describeOutcome,
  type ListedOrder,
  type OpenedOrder,
  type Outcome,
} from './phone-answers.ts';
import { planAfterOpening } from './script.ts';

/** The actions of a person, as the tester requests them. */
export type Action = 'approve' | 'cancel' | 'confirm-call' | 'decline-call' | 'fail';

/**
 * An action, and its person if checked. `fail` has a hint code (by default `certificateErr`), `approve` a risk (by
 * default `low`).
 */
export interface Act {
  readonly action: Action;
  readonly personalNumber?: string | undefined;
  readonly hintCode?: string | undefined;
  readonly risk?: Risk | undefined;
}

/** The phones of all test persons. Every method throws a `Refusal` where a real phone would refuse. */
export interface Phone {
  /** Pending orders, oldest first. */
  list(): ListedOrder[];
  /** Advances the order to its next decision. */
  scan(qrData: string, personalNumber: string): OpenedOrder;
  open(request: OpenRequest, personalNumber: string): OpenedOrder;
  act(orderRef: string, act: Act): Outcome;
}

interface Deps {
  readonly orders: Orders;
  readonly clock: Clock;
  /** The permitted difference of a scanned QR code from the current one, in seconds. */
  readonly qrTolerance: number;
}

/** Phones with access to the given orders. */
export function makePhone({ orders, clock, qrTolerance }: Deps): Phone {
  function start({ order, way }: Start, personalNumber: string): OpenedOrder {
    const person = findPerson(personalNumber);
    checkStarts(person);
    if ((order.request.personalNumber ?? personalNumber) !== personalNumber) {
      // A pushed order is not on this phone; a scanned one reaches BankID with the wrong person.
      if (way.channel !== 'push') orders.replace(fail(order, 'certificateErr', clock()));
      throw new Refusal('wrong_person', 'The order is for another person');
    }
    const isUsable = hasUsableBankId(order.request.requirement);
    const plan = planAfterOpening(person.behaviour, order.request.kind, clock());
    const opened = { ...open(order, { personalNumber, ...way }, isUsable), plan };
    orders.replace(opened);
    if (isUsable) return describeOpened(opened);
    throw new Refusal('no_usable_bankid', 'The order demands a BankID that this person lacks');
  }

  return {
    list: () => orders.open().map((order) => describeListed(order, clock())),

    scan(text, personalNumber) {
      checkPersonalNumber(personalNumber);
      const freshness = { now: clock(), tolerance: qrTolerance };
      return start(findScanned(orders, text, freshness), personalNumber);
    },

    open(request, personalNumber) {
      checkPersonalNumber(personalNumber);
      return start(findOpened(orders, request), personalNumber);
    },

    act(orderRef, act) {
      const order = orders.find(orderRef);
      if (order === undefined) throw new Refusal('unknown_order', 'There is no such order');
      checkIsPending(order);
      checkActor(order, act.personalNumber);
      const acted =
        act.action === 'fail'
          ? fail(order, act.hintCode ?? 'certificateErr', clock())
          : takeNow(
              act.risk === undefined ? order : { ...order, risk: act.risk },
              act.action,
              clock(),
            );
      orders.replace(acted);
      return describeOutcome(acted);
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

function checkStarts({ behaviour }: Person): void {
  if (behaviour !== 'never-starts') return;
  throw new Refusal('never_starts', 'This test person never starts the app');
}

/** An order on another person's phone is out of reach; one without a person is in reach of all. */
function checkActor(order: Order, actor: string | undefined): void {
  if (actor === undefined || actor === (personOf(order) ?? actor)) return;
  throw new Refusal('wrong_person', 'The order is on the phone of another person');
}

function takeNow(order: Order, step: Step, now: Date): Order {
  if (canTake(order, step)) return take(order, step, now);
  const hintCode = 'hintCode' in order.state ? order.state.hintCode : '';
  const moment = `${MOMENTS[hintCode]} (${hintCode})`;
  throw new Refusal('wrong_moment', `The order cannot take ${step} now: ${moment}`);
}

const MOMENTS: Readonly<Record<string, string>> = {
  outstandingTransaction: 'nobody has scanned or opened it',
  started: 'the app found no usable BankID',
  userCallConfirm: 'the question about the call is still open',
  userSign: 'it waits for an approval',
};
