import { isPhoneOrder, type OrderRequest } from '../rp-api/order-request.ts';

/** The service that asked, as its client certificate tells. */
export interface RelyingParty {
  /** SHA-256 fingerprint of the client certificate: only its holder may collect or cancel. */
  readonly fingerprint: string;
  /** What the app shows as the asking party. */
  readonly displayName: string;
  /** Distinguished name as BankID writes it into the signed data. */
  readonly name: string;
}

/** What starts an order that is not a phone order. */
export interface StartTokens {
  readonly autoStartToken: string;
  readonly qrStartToken: string;
  readonly qrStartSecret: string;
}

/**
 * How the order came to the phone: only `autostart` is on the device where the person was asked.
 */
export type Channel = 'qr' | 'autostart' | 'push';

/** The holder of the phone and the way the order took to it. */
export interface Opener {
  readonly personalNumber: string;
  readonly channel: Channel;
  /** From a start link without `returnUrl` in the order; an order's own `returnUrl` wins. */
  readonly redirect?: string;
}

/** Where an order stands. */
export type OrderState =
  | { readonly status: 'pending'; readonly hintCode: 'outstandingTransaction' }
  | {
      readonly status: 'pending';
      readonly hintCode: 'started' | 'userCallConfirm' | 'userSign';
      readonly opener: Opener;
    }
  | { readonly status: 'complete'; readonly opener: Opener; readonly endedAt: Date }
  | { readonly status: 'failed'; readonly hintCode: string; readonly endedAt: Date };

/** What a person can do with an order on the phone. */
export type Step = 'open' | 'confirm-call' | 'decline-call' | 'approve' | 'cancel' | 'block';

/** Something a scripted person will do at a set time. */
export interface PlannedStep {
  readonly at: Date;
  readonly step: Step;
}

/** What BankID's risk assessment can say, from harmless to worst. `none`: it has none. */
export const RISKS = ['none', 'low', 'moderate', 'high'] as const;

/** One of them. */
export type Risk = (typeof RISKS)[number];

/** One order at BankID. A value: every function here answers a new one. */
export interface Order {
  readonly orderRef: string;
  readonly request: OrderRequest;
  readonly relyingParty: RelyingParty;
  /** Absent for phone orders. */
  readonly startTokens: StartTokens | undefined;
  readonly createdAt: Date;
  readonly state: OrderState;
  /** How BankID assesses it, as the tester decides; low if absent. */
  readonly risk?: Risk;
  /** In order of time. */
  readonly plan: readonly PlannedStep[];
}

/** BankID's windows, in seconds. */
export const windows = { start: 30, whole: 180, complete: 180, failed: 300 } as const;

/**
 * The order as it stands at a later time: scripted steps and windows that came due are carried out,
 * each at its own time.
 */
export function settle(order: Order, now: Date): Order {
  if (order.state.status !== 'pending') return order;
  const end = endOfWindow(order);
  const [next, ...later] = order.plan;
  if (next !== undefined && next.at < end.at && next.at <= now) {
    return settle({ ...take(order, next.step, next.at), plan: later }, now);
  }
  return end.at <= now ? fail(order, end.hintCode, end.at) : order;
}

/** Whether a step makes sense for the order as it stands. */
export function canTake(order: Order, step: Step): boolean {
  return order.state.status === 'pending' && STEPS_AT[order.state.hintCode].includes(step);
}

/** The order after a step; unchanged where the step makes no sense. */
export function take(order: Order, step: Step, at: Date): Order {
  if (!canTake(order, step)) return order;
  switch (step) {
    case 'open':
      return openPushed(order);
    case 'confirm-call':
      return withHint(order, 'userSign');
    case 'approve':
      return complete(order, at);
    case 'decline-call':
      return fail(order, 'userDeclinedCall', at);
    case 'cancel':
      return fail(order, 'userCancel', at);
    case 'block':
      return fail(order, 'certificateErr', at);
  }
}

/**
 * Brings a waiting order to the phone and to its next decision; without a usable BankID it stays at
 * `started`.
 */
export function open(order: Order, opener: Opener, hasUsableBankId: boolean): Order {
  const decision = isPhoneOrder(order.request.kind) ? 'userCallConfirm' : 'userSign';
  const hintCode = hasUsableBankId ? decision : 'started';
  return { ...order, state: { status: 'pending', hintCode, opener } };
}

/**
 * Ends the order without a result. Any hint code is allowed, so that unknown ones can be tried out.
 */
export function fail(order: Order, hintCode: string, endedAt: Date): Order {
  return { ...order, state: { status: 'failed', hintCode, endedAt }, plan: [] };
}

/** Whether BankID has forgotten the order's result because nobody asked for it in time. */
export function isForgotten(order: Order, now: Date): boolean {
  if (order.state.status === 'pending') return false;
  const kept = order.state.status === 'complete' ? windows.complete : windows.failed;
  return now.getTime() >= order.state.endedAt.getTime() + kept * 1000;
}

/**
 * The personal number that an order is in progress for: that of its opener, or the one the RP
 * named.
 */
export function personOf(order: Order): string | undefined {
  return 'opener' in order.state ? order.state.opener.personalNumber : order.request.personalNumber;
}

const STEPS_AT: Readonly<Record<PendingHint, readonly Step[]>> = {
  outstandingTransaction: ['open'],
  started: ['cancel', 'block'],
  userCallConfirm: ['confirm-call', 'decline-call', 'cancel', 'block'],
  userSign: ['approve', 'cancel', 'block'],
};

type PendingHint = Extract<OrderState, { status: 'pending' }>['hintCode'];

/** A phone order has no start window: it was pushed, and lives its whole time. */
function endOfWindow(order: Order): { at: Date; hintCode: string } {
  const after = (seconds: number) => new Date(order.createdAt.getTime() + seconds * 1000);
  const mustStart = 'hintCode' in order.state && order.state.hintCode === 'outstandingTransaction';
  return mustStart && order.startTokens !== undefined
    ? { at: after(windows.start), hintCode: 'startFailed' }
    : { at: after(windows.whole), hintCode: 'expiredTransaction' };
}

function openPushed(order: Order): Order {
  const personalNumber = order.request.personalNumber;
  return personalNumber === undefined
    ? order
    : open(order, { personalNumber, channel: 'push' }, true);
}

function withHint(order: Order, hintCode: 'userSign'): Order {
  if (!('opener' in order.state)) return order;
  return { ...order, state: { status: 'pending', hintCode, opener: order.state.opener } };
}

function complete(order: Order, endedAt: Date): Order {
  if (!('opener' in order.state)) return order;
  if (isTooRisky(order)) return fail(order, 'transactionRiskBlocked', endedAt);
  const { opener } = order.state;
  return { ...order, state: { status: 'complete', opener, endedAt }, plan: [] };
}

function isTooRisky({ request, risk = 'low' }: Order): boolean {
  const accepted = request.requirement.risk;
  return accepted !== undefined && RISKS.indexOf(risk) > RISKS.indexOf(accepted);
}
