import type { CompletionData } from '../evidence/completion-data.ts';
import type { Order, RelyingParty } from '../orders/order.ts';
import type { Orders } from '../orders/orders.ts';
import type { Endpoint } from './faults.ts';
import type { OrderKind } from './order-request.ts';
import { parseOrderRef, parseOrderRequest } from './request-validation.ts';

/** Serves one endpoint: from the parsed JSON body to the response's members. */
export type Operation = (
  body: unknown,
  relyingParty: RelyingParty,
) => Promise<Record<string, unknown>>;

interface Deps {
  readonly orders: Orders;
  /** BankID's data about a completed order. */
  readonly completionData: CompletionData;
}

/** The endpoints of the RP API. They throw `RpError`. */
export function makeRpOperations({ orders, completionData }: Deps): Record<Endpoint, Operation> {
  const create =
    (kind: OrderKind): Operation =>
    async (body, relyingParty) => {
      const order = orders.create(parseOrderRequest(kind, body), relyingParty);
      return { orderRef: order.orderRef, ...order.startTokens };
    };

  return {
    auth: create('auth'),
    sign: create('sign'),
    'phone/auth': create('phone/auth'),
    'phone/sign': create('phone/sign'),
    async collect(body, { fingerprint }) {
      return describe(orders.collect(parseOrderRef(body), fingerprint), completionData);
    },
    async cancel(body, { fingerprint }) {
      orders.cancel(parseOrderRef(body), fingerprint);
      return {};
    },
  };
}

async function describe(
  order: Order,
  completionData: CompletionData,
): Promise<Record<string, unknown>> {
  const { orderRef, state } = order;
  if (state.status !== 'complete') {
    return { orderRef, status: state.status, hintCode: state.hintCode };
  }
  const data = await completionData(order, state);
  return { orderRef, status: 'complete', completionData: data };
}
