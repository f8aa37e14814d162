import { isPhoneOrder, type OrderRequest } from '../rp-api/order-request.ts';

/** The service, as its client certificate names it. */
export interface RelyingParty {
  /** SHA-256 fingerprint of the client certificate: only its holder may collect or cancel. */
  readonly fingerprint: string;
  /** The name of the service in the app. */
  readonly displayName: string;
  /** Distinguished name as BankID writes it into the signed data. */
  readonly name: string;
}

/** The start tokens of an order other than a phone order. */
export interface StartTokens {
  readonly autoStartToken: string;
  readonly qrStartToken: string;
  readonly qrStartSecret: string;
}

/** The order's way to the phone: only `autostart` is on the device of the request. */
export type Channel = 'qr' | 'autostart' | 'push';

/** The holder of the phone and the order's way to it. */
export interface Opener {
  readonly personalNumber: string;
  readonly channel: Channel;
  /** From a start link without `returnUrl` in the order; an order's own `returnUrl` takes precedence. */
  readonly redirect?: string;
}

/** The state of an order. */
export type OrderState =
  | { readonly status: 'pending'; readonly hintCode: 'outstandingTransaction' }
  | {
      readonly status: 'pending';
      readonly hintCode: 'started' | 'userCallConfirm' | 'userSign';
      readonly opener: Opener;
    }
  | { readonly status: 'complete'; readonly opener: Opener; readonly endedAt: Date }
  | { readonly status: 'failed'; readonly hintCode: string; readonly endedAt: Date };

/** The actions of a person on an order. */
export type Step = 'open' | 'confirm-call' | 'decline-call' | 'approve' | 'cancel' | 'block';

/** An action of a scripted person at a set time. */
export interface PlannedStep {
  readonly at: Date;
  readonly step: Step;
}

/** The results of BankID's risk assessment, from harmless to worst; `none` without a result. */
export const RISKS = ['none', 'low', 'moderate', 'high'] as const;

/** One of the results. */
export type Risk = (typeof RISKS)[number];

/** One order at BankID, as an immutable value. */
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

/** The order at a later time: scripted steps and expired limits are applied, each at its own time. */
export function settle(order: Order, now: Date): Order {
  if (order.state.status !== 'pending') return order;
  const end = endOfWindow(order);
  const [next, ...later] = order.plan;
  if (next !== undefined && next.at < end.at && next.at <= now) {
    return settle({ ...take(order, next.step, next.at), plan: later }, now);
  }
  return end.at <= now ? fail(order, end.hintCode, end.at) : order;
}

/** Whether a step is possible in the order's state. */
export function canTake(order: Order, step: Step): boolean {
  return order.state.status === 'pending' && STEPS_AT[order.state.hintCode].includes(step);
}

/** The order after a step; unchanged where the step is not possible. */
export function take(order: Order, step: Step, at: Date): Order {
  if (!canTake(order, step)) return order;
  switch (step) {
    case 'open':
      return openPushed(order);
    case 'confirm-call':
      return withHintCode(order, 'userSign');
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

/** Opens a pending order on the phone for its next decision; without a usable BankID it stays at `started`. */
export function open(order: Order, opener: Opener, hasUsableBankId: boolean): Order {
  const decision = isPhoneOrder(order.request.kind) ? 'userCallConfirm' : 'userSign';
  const hintCode = hasUsableBankId ? decision : 'started';
  return { ...order, state: { status: 'pending', hintCode, opener } };
}

/** Ends the order without a result. Any hint code is permitted, so that unknown ones can be tried. */
export function fail(order: Order, hintCode: string, endedAt: Date): Order {
  return { ...order, state: { status: 'failed', hintCode, endedAt }, plan: [] };
}

/** Whether BankID has deleted the order, because its result was not collected in time. */
export function isForgotten(order: Order, now: Date): boolean {
  if (order.state.status === 'pending') return false;
  const seconds = order.state.status === 'complete' ? windows.complete : windows.failed;
  return now.getTime() >= order.state.endedAt.getTime() + seconds * 1000;
}

/** The personal number of an order in progress: of its opener, or as named by the RP. */
export function personOf(order: Order): string | undefined {
  return 'opener' in order.state ? order.state.opener.personalNumber : order.request.personalNumber;
}

const STEPS_AT: Readonly<Record<PendingHintCode, readonly Step[]>> = {
  outstandingTransaction: ['open'],
  started: ['cancel', 'block'],
  userCallConfirm: ['confirm-call', 'decline-call', 'cancel', 'block'],
  userSign: ['approve', 'cancel', 'block'],
};

type PendingHintCode = Extract<OrderState, { status: 'pending' }>['hintCode'];

/** A phone order has no limit for its start: it was pushed, and lives its whole time. */
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

function withHintCode(order: Order, hintCode: 'userSign'): Order {
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
