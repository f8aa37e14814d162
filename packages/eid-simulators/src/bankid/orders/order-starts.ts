import { Refusal } from '../../shared/refusal.ts';
import { ageOf } from '../phone/phone-answers.ts';
import { parseStartLink, type StartLink } from '../phone/start-link.ts';
import { isPhoneOrder } from '../rp-api/order-request.ts';
import { canTake, type Opener, type Order } from './order.ts';
import type { Orders } from './orders.ts';
import { isAuthentic, parseQrCode } from './qr-code.ts';

/** A way to open an order other than scanning, with exactly one member. */
export interface OpenRequest {
  readonly link?: string | undefined;
  readonly autoStartToken?: string | undefined;
  /** For phone orders only, which are pushed. */
  readonly orderRef?: string | undefined;
}

/** An order to start, and its way to the phone. */
export interface Start {
  readonly order: Order;
  readonly way: Omit<Opener, 'personalNumber'>;
}

/** The time of a scan, and the permitted age of the code in seconds. */
export interface Freshness {
  readonly now: Date;
  readonly tolerance: number;
}

/** The order of a QR code that is known, unused, authentic and fresh. @throws {Refusal} */
export function findScanned(orders: Orders, text: string, freshness: Freshness): Start {
  const code = parseQrCode(text);
  if (code === undefined) {
    const form = 'bankid.<token>.<time>.<code>';
    throw new Refusal('malformed_qr_code', `This is no QR code of BankID (${form})`);
  }
  const order = orders.findByQrStartToken(code.qrStartToken);
  if (order?.startTokens === undefined) {
    throw new Refusal('unknown_qr_code', 'No order has this QR code; it may be over');
  }
  checkCanStart(order);
  if (!isAuthentic(code, order.startTokens)) {
    throw new Refusal('wrong_qr_code', 'The authentication code of the QR code is wrong');
  }
  checkFreshness(ageOf(order, freshness.now) - code.time, freshness.tolerance);
  return { order, way: { channel: 'qr' } };
}

/** The order of a start link or token, or a pushed one. @throws {Refusal} */
export function findOpened(orders: Orders, request: OpenRequest): Start {
  if (request.orderRef !== undefined) return findPushed(orders, request.orderRef);
  const { autoStartToken, redirect } = startOf(request);
  const order = orders.findByAutoStartToken(autoStartToken);
  if (order === undefined) {
    throw new Refusal('unknown_start_token', 'No order has this start token; it may be over');
  }
  checkCanStart(order);
  return {
    order,
    way: { channel: 'autostart', ...(redirect === undefined ? {} : { redirect }) },
  };
}

/** @throws {Refusal} order_over */
export function checkIsPending({ state }: Order): void {
  if (state.status === 'pending') return;
  const end = state.status === 'complete' ? 'complete' : `failed, ${state.hintCode}`;
  throw new Refusal('order_over', `The order is over (${end})`);
}

function checkFreshness(lag: number, tolerance: number): void {
  if (Math.abs(lag) <= tolerance) return;
  const age = lag > 0 ? `${lag} seconds old` : `${-lag} seconds ahead of time`;
  throw new Refusal('stale_qr_code', `The QR code is ${age}; at most ${tolerance} are allowed`);
}

function findPushed(orders: Orders, orderRef: string): Start {
  const order = orders.find(orderRef);
  if (order === undefined) throw new Refusal('unknown_order', 'There is no such order');
  if (!isPhoneOrder(order.request.kind)) {
    throw new Refusal(
      'not_a_phone_order',
      'Only phone orders are pushed; scan this one or open its link',
    );
  }
  checkCanStart(order);
  return { order, way: { channel: 'push' } };
}

function checkCanStart(order: Order): void {
  checkIsPending(order);
  if (canTake(order, 'open')) return;
  throw new Refusal(
    'already_used',
    'The order was started already: a code, link or push works once',
  );
}

function startOf({ link, autoStartToken }: OpenRequest): StartLink {
  if (autoStartToken !== undefined) return { autoStartToken, redirect: undefined };
  const parsed = link === undefined ? undefined : parseStartLink(link);
  if (parsed !== undefined) return parsed;
  throw new Refusal(
    'malformed_link',
    'A start link is https://app.bankid.com/?autostarttoken=… or bankid:///?autostarttoken=…',
  );
}
