import { isJsonObject, type JsonObject } from '../../../domain/json.ts';
import { levelOf } from './attributes.ts';
import type { Requested } from './start-call.ts';

/** An order, as it is stored with the attempt. */
export interface FrejaOrder {
  /** Freja's reference; undefined when Freja refused the named person: such an order has ended. */
  readonly reference: string | undefined;
  /** Freja's code of that refusal. */
  readonly refusal: string | undefined;
  /** Milliseconds since the epoch at which Freja's answer arrived. */
  readonly startedAt: number;
  /** Never leaves the server: it is enough to make codes for the order's whole life. */
  readonly qrCodeSecret: string | undefined;
  /** Where the app sends the person on the same device. */
  readonly returnUrl: string | undefined;
  readonly requested: Requested;
}

/** The order to store. Undefined members are left out, as JSON has none. */
export function storedOrder(order: FrejaOrder): JsonObject {
  return JSON.parse(JSON.stringify(order)) as JsonObject;
}

/** Reads a stored order. */
export function parseOrder(stored: JsonObject): FrejaOrder {
  const { startedAt, requested } = stored;
  if (typeof startedAt !== 'number' || !isJsonObject(requested)) throw notOurs();
  return {
    reference: textOf(stored.reference),
    refusal: textOf(stored.refusal),
    startedAt,
    qrCodeSecret: textOf(stored.qrCodeSecret),
    returnUrl: textOf(stored.returnUrl),
    requested: parseRequested(requested),
  };
}

const OPERATIONS = ['authentication', 'sign'] as const;
const USER_INFO_TYPES = ['INFERRED', 'SSN'] as const;

function parseRequested(stored: JsonObject): Requested {
  const operation = OPERATIONS.find((one) => one === stored.operation);
  const userInfoType = USER_INFO_TYPES.find((one) => one === stored.userInfoType);
  const lowestLevel = levelOf(stored.lowestLevel);
  const userInfo = textOf(stored.userInfo);
  const { scope, evidence, confirmedByFace } = stored;
  if (operation === undefined || userInfoType === undefined || lowestLevel === undefined) {
    throw notOurs();
  }
  if (userInfo === undefined || !Array.isArray(scope)) throw notOurs();
  return {
    operation,
    lowestLevel,
    userInfoType,
    userInfo,
    email: textOf(stored.email),
    phone: textOf(stored.phone),
    scope: scope.map(String),
    evidence: evidence === true,
    text: textOf(stored.text),
    data: textOf(stored.data),
    confirmedByFace: confirmedByFace === true,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function notOurs(): Error {
  return new Error('a stored order is not one of se-frejaid');
}
