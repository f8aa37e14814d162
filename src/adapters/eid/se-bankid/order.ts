import { digestOf, type RequestedOrder } from '@eid-broker/evidence/expectations';

import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts';
import type { StartRequest } from '../../../ports/eid.ts';
import type { QrSeed } from './launch.ts';

/** An order, as it is stored with the attempt. */
export interface BankIdOrder {
  readonly orderRef: string;
  /** Milliseconds since the epoch at which BankID's answer arrived. */
  readonly startedAt: number;
  /** Absent for phone orders, which are pushed to the person's app. */
  readonly start: StartTokens | undefined;
  /** The expected evidence; absent: none is requested. */
  readonly requested: RequestedOrder | undefined;
}

/** How the person's app finds the order. */
export interface StartTokens extends QrSeed {
  readonly autoStartToken: string;
}

/** The facts of an order that BankID's answer does not contain. */
export interface OrderFacts {
  readonly startedAt: Date;
  readonly requested: RequestedOrder | undefined;
}

/** Reads the answer to a start; returns the order to store. Undefined when the answer is no order. */
export function orderOf(
  answer: JsonObject,
  { startedAt, requested }: OrderFacts,
): JsonObject | undefined {
  const order = {
    ...pick(answer, MEMBERS),
    startedAt: startedAt.getTime(),
    ...(requested !== undefined && { requested: storedRequestedOrder(requested) }),
  };
  return parse(order) === undefined ? undefined : order;
}

/** Reads a stored order. */
export function parseOrder(stored: JsonObject): BankIdOrder {
  const order = parse(stored);
  if (order === undefined) throw new Error('a stored order is not one of se-bankid');
  return order;
}

const TOKENS = ['autoStartToken', 'qrStartToken', 'qrStartSecret'];
const MEMBERS = ['orderRef', ...TOKENS];

function parse(order: JsonObject): BankIdOrder | undefined {
  const { orderRef, startedAt } = order;
  if (!isToken(orderRef) || typeof startedAt !== 'number') return undefined;
  const requested =
    order.requested === undefined ? undefined : parseRequestedOrder(order.requested);
  if (requested === undefined && order.requested !== undefined) return undefined;
  if (TOKENS.every((name) => order[name] === undefined)) {
    return { orderRef, startedAt, requested, start: undefined };
  }
  const start = parseTokens(order, startedAt);
  return start && { orderRef, startedAt, requested, start };
}

function parseTokens(order: JsonObject, startedAt: number): StartTokens | undefined {
  const { autoStartToken, qrStartToken, qrStartSecret } = order;
  if (!isToken(autoStartToken) || !isToken(qrStartToken) || !isToken(qrStartSecret)) {
    return undefined;
  }
  return { autoStartToken, qrStartToken, qrStartSecret, startedAt };
}

function pick(answer: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)));
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}

/** The expected evidence of an order; undefined: none is requested. A signature always has evidence. */
export function requestedOrderOf(request: StartRequest): RequestedOrder | undefined {
  const isSignature = request.kind === 'sign';
  if (!isSignature && !request.evidence) return undefined;
  const { visible, nonVisible, format } = request.text ?? {};
  const isMarkdown = visible !== undefined && format === 'markdown';
  return {
    operation: isSignature ? 'Signing' : 'Identification',
    visible: visible && digestOf(visible),
    nonVisible: nonVisible && digestOf(nonVisible),
    format: isMarkdown ? 'simpleMarkdownV1' : 'plaintext',
  };
}

/** The form that is stored with the order. */
export function storedRequestedOrder({
  operation,
  visible,
  nonVisible,
  format,
}: RequestedOrder): JsonObject {
  return {
    operation,
    ...(visible !== undefined && { visible }),
    ...(nonVisible !== undefined && { nonVisible }),
    format,
  };
}

/** Reads the stored form. Undefined when it is malformed. */
export function parseRequestedOrder(stored: Json): RequestedOrder | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { operation, visible, nonVisible, format } = stored;
  if (operation !== 'Identification' && operation !== 'Signing') return undefined;
  if (format !== 'plaintext' && format !== 'simpleMarkdownV1') return undefined;
  if (!isTextOrAbsent(visible) || !isTextOrAbsent(nonVisible)) return undefined;
  return { operation, visible, nonVisible, format };
}

function isTextOrAbsent(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
