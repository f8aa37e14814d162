import type { Clock } from '../../shared/clock.ts';
import { newUuid, type Random } from '../../shared/random.ts';
import { findPerson } from '../phone/persons.ts';
import { planAfterPush } from '../phone/script.ts';
import { isPhoneOrder, type OrderRequest } from '../rp-api/order-request.ts';
import { noSuchOrder, RpError } from '../rp-api/rp-error.ts';
import type { CollectPace } from './collect-pace.ts';
import { fail, isForgotten, type Order, personOf, type RelyingParty, settle } from './order.ts';

/** All orders of the simulator, in memory. Readers get an order's current state. */
export interface Orders {
  /**
   * @throws {RpError} alreadyInProgress, and then the person's older orders fail with `cancelled`
   */
  create(request: OrderRequest, relyingParty: RelyingParty): Order;
  /**
   * The order of this RP. One that has ended is returned for the first and last time. @throws {RpError}
   * invalidParameters "No such order"; tooManyRequests if fast collects are refused
   */
  collect(orderRef: string, fingerprint: string): Order;
  /** Deletes a pending order. @throws {RpError} invalidParameters "No such order" */
  cancel(orderRef: string, fingerprint: string): void;
  /** For the phone: pending orders, oldest first. */
  open(): Order[];
  find(orderRef: string): Order | undefined;
  findByAutoStartToken(token: string): Order | undefined;
  findByQrStartToken(token: string): Order | undefined;
  replace(order: Order): void;
}

interface Deps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pace: CollectPace;
}

/** An empty memory of orders. */
export function makeOrders({ clock, random, pace }: Deps): Orders {
  const orders = new Map<string, Order>();
  const byStartToken = new Map<string, string>();
  let sweptAt = 0;

  function remove(order: Order): void {
    orders.delete(order.orderRef);
    pace.forget(order.orderRef);
    if (order.startTokens === undefined) return;
    byStartToken.delete(order.startTokens.autoStartToken);
    byStartToken.delete(order.startTokens.qrStartToken);
  }

  function find(orderRef: string): Order | undefined {
    const stored = orders.get(orderRef);
    if (stored === undefined) return undefined;
    const order = settle(stored, clock());
    if (isForgotten(order, clock())) {
      remove(order);
      return undefined;
    }
    if (order !== stored) orders.set(orderRef, order);
    return order;
  }

  function findOwn(orderRef: string, fingerprint: string): Order {
    const order = find(orderRef);
    if (order?.relyingParty.fingerprint !== fingerprint) throw noSuchOrder();
    return order;
  }

  function current(): Order[] {
    return [...orders.keys()].map(find).filter((order) => order !== undefined);
  }

  /** Old orders are deleted once a minute, so that they do not accumulate under load. */
  function sweep(): void {
    const now = clock().getTime();
    if (now - sweptAt < 60_000) return;
    sweptAt = now;
    current();
  }

  function abortOthersOf(personalNumber: string): void {
    const others = current().filter(
      (order) => order.state.status === 'pending' && personOf(order) === personalNumber,
    );
    if (others.length === 0) return;
    for (const other of others) orders.set(other.orderRef, fail(other, 'cancelled', clock()));
    throw new RpError('alreadyInProgress', 'Order already in progress for pno');
  }

  return {
    create(request, relyingParty) {
      sweep();
      if (request.personalNumber !== undefined) abortOthersOf(request.personalNumber);
      const order = newOrder({ request, relyingParty, createdAt: clock(), random });
      orders.set(order.orderRef, order);
      if (order.startTokens !== undefined) {
        byStartToken.set(order.startTokens.autoStartToken, order.orderRef);
        byStartToken.set(order.startTokens.qrStartToken, order.orderRef);
      }
      return order;
    },

    collect(orderRef, fingerprint) {
      const order = findOwn(orderRef, fingerprint);
      pace.note(orderRef);
      if (order.state.status !== 'pending') remove(order);
      return order;
    },

    cancel(orderRef, fingerprint) {
      remove(findOwn(orderRef, fingerprint));
    },

    open: () => current().filter((order) => order.state.status === 'pending'),
    find,
    findByAutoStartToken: (token) => findByToken(token, 'autoStartToken'),
    findByQrStartToken: (token) => findByToken(token, 'qrStartToken'),
    replace(order) {
      orders.set(order.orderRef, order);
    },
  };

  function findByToken(token: string, kind: 'autoStartToken' | 'qrStartToken'): Order | undefined {
    const orderRef = byStartToken.get(token);
    const order = orderRef === undefined ? undefined : find(orderRef);
    return order?.startTokens?.[kind] === token ? order : undefined;
  }
}

interface NewOrder {
  readonly request: OrderRequest;
  readonly relyingParty: RelyingParty;
  readonly createdAt: Date;
  readonly random: Random;
}

function newOrder({ request, relyingParty, createdAt, random }: NewOrder): Order {
  const isPushed = isPhoneOrder(request.kind) && request.personalNumber !== undefined;
  return {
    orderRef: newUuid(random),
    request,
    relyingParty,
    startTokens: isPhoneOrder(request.kind)
      ? undefined
      : {
          autoStartToken: newUuid(random),
          qrStartToken: newUuid(random),
          qrStartSecret: newUuid(random),
        },
    createdAt,
    state: { status: 'pending', hintCode: 'outstandingTransaction' },
    plan: isPushed
      ? planAfterPush(findPerson(request.personalNumber).behaviour, request.kind, createdAt)
      : [],
  };
}
