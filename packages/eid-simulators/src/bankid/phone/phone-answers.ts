import { canTake, type Order } from '../orders/order.ts';
import { qrData } from '../orders/qr-code.ts';
import type { OrderKind } from '../rp-api/order-request.ts';
import { type Display, displayOf } from './display.ts';

/** A pending order as the phone's control API lists it. */
export interface ListedOrder {
  readonly orderRef: string;
  readonly kind: OrderKind;
  /** The person that the RP named, if any. */
  readonly personalNumber?: string;
  /** The person who scanned or opened it, if any. */
  readonly openedBy?: string;
  readonly hintCode: string;
  readonly createdAt: string;
  readonly display: Display;
  /** Only before the order is started, and never for phone orders. */
  readonly qrData?: string;
  readonly autoStartToken?: string;
}

/** An order on the phone. */
export interface OpenedOrder {
  readonly orderRef: string;
  readonly hintCode: string;
  readonly display: Display;
}

/** The result of an order. */
export interface Outcome {
  readonly orderRef: string;
  readonly status: 'pending' | 'complete' | 'failed';
  readonly hintCode?: string;
  /** The URL that the app opens: only after an approval on the device of the request. */
  readonly returnUrl?: string;
}

/** Whole seconds since the order's creation: the time in its current QR code. */
export function ageOf(order: Order, now: Date): number {
  return Math.floor((now.getTime() - order.createdAt.getTime()) / 1000);
}

/** A pending order with its current QR code. */
export function describeListed(order: Order, now: Date): ListedOrder {
  const { request, startTokens, state } = order;
  const isWaiting = canTake(order, 'open');
  return {
    orderRef: order.orderRef,
    kind: request.kind,
    ...(request.personalNumber === undefined ? {} : { personalNumber: request.personalNumber }),
    ...('opener' in state ? { openedBy: state.opener.personalNumber } : {}),
    hintCode: hintCodeOf(order),
    createdAt: order.createdAt.toISOString(),
    display: displayOf(order),
    ...(isWaiting && startTokens !== undefined
      ? {
          qrData: qrData(startTokens, ageOf(order, now)),
          autoStartToken: startTokens.autoStartToken,
        }
      : {}),
  };
}

/** An order that was just opened. */
export function describeOpened(order: Order): OpenedOrder {
  return {
    orderRef: order.orderRef,
    hintCode: hintCodeOf(order),
    display: displayOf(order),
  };
}

/** An order after an action. */
export function describeOutcome({ orderRef, request, state }: Order): Outcome {
  if (state.status !== 'complete') {
    return { orderRef, status: state.status, hintCode: state.hintCode };
  }
  const { channel, redirect } = state.opener;
  const returnUrl = request.returnUrl ?? redirect;
  const leadsBack = channel === 'autostart' && returnUrl !== undefined;
  return { orderRef, status: 'complete', ...(leadsBack ? { returnUrl } : {}) };
}

function hintCodeOf({ state }: Order): string {
  return 'hintCode' in state ? state.hintCode : '';
}
