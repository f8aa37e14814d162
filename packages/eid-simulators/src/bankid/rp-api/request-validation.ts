import {
  type Check,
  checkShape,
  isBase64,
  isBase64Text,
  isBoolean,
  isIpAddress,
  isObject,
  isOneOf,
  isPerson,
  isPolicyList,
  isText,
  type Shape,
} from './field-checks.ts';
import {
  isPhoneOrder,
  type OrderKind,
  type OrderRequest,
  type Requirement,
} from './order-request.ts';
import { invalidParameters } from './rp-error.ts';

/**
 * Reads the body of an order request; unknown members are refused.
 * @throws {RpError} invalidParameters, naming the first fault
 */
export function parseOrderRequest(kind: OrderKind, body: unknown): OrderRequest {
  const fields = checkShape(body, SHAPES[kind]);
  const requirement = parseRequirement(kind, fields.requirement);
  checkOrigin(fields);
  return {
    kind,
    personalNumber: text(fields.personalNumber) ?? requirement.personalNumber,
    endUserIp: text(fields.endUserIp),
    callInitiator: text(fields.callInitiator) as OrderRequest['callInitiator'],
    userVisibleData: text(fields.userVisibleData),
    userVisibleDataFormat: text(
      fields.userVisibleDataFormat,
    ) as OrderRequest['userVisibleDataFormat'],
    userNonVisibleData: text(fields.userNonVisibleData),
    requirement,
    returnUrl: text(fields.returnUrl),
    returnRisk: fields.returnRisk === true,
  };
}

/**
 * Reads the body of collect and cancel.
 * @throws {RpError} invalidParameters
 */
export function parseOrderRef(body: unknown): string {
  return String(checkShape(body, { required: { orderRef: isText(1, 64) } }).orderRef);
}

const isFormat = isOneOf('plaintext', 'simpleMarkdownV1');
const isIntent = {
  userVisibleData: isBase64Text(1, 1_500),
  userNonVisibleData: isBase64(1, 1_500),
};
const isHiddenData = { userNonVisibleData: isBase64(1, 200_000) };
const isDocument = { userVisibleData: isBase64Text(1, 40_000) };

const ANY_ORDER: Readonly<Record<string, Check>> = {
  userVisibleDataFormat: isFormat,
  requirement: isObject,
};
const HERE: Readonly<Record<string, Check>> = {
  ...ANY_ORDER,
  returnUrl: isText(1, 512),
  returnRisk: isBoolean,
  app: isObject,
  web: isObject,
};
const ON_DEVICE: Readonly<Record<string, Check>> = { endUserIp: isIpAddress };
const ON_PHONE: Readonly<Record<string, Check>> = {
  personalNumber: isPerson,
  callInitiator: isOneOf('user', 'RP'),
};

const SHAPES: Readonly<Record<OrderKind, Shape>> = {
  auth: { required: ON_DEVICE, optional: { ...HERE, ...isIntent } },
  sign: { required: { ...ON_DEVICE, ...isDocument }, optional: { ...HERE, ...isHiddenData } },
  'phone/auth': { required: ON_PHONE, optional: { ...ANY_ORDER, ...isIntent } },
  'phone/sign': {
    required: { ...ON_PHONE, ...isDocument },
    optional: { ...ANY_ORDER, ...isHiddenData },
  },
};

const PHONE_REQUIREMENT: Readonly<Record<string, Check>> = {
  pinCode: isBoolean,
  mrtd: isBoolean,
  cardReader: isOneOf('class1', 'class2'),
  certificatePolicies: isPolicyList,
};
// BankID's own sample writes the risk in capitals, its responses in small letters.
const REQUIREMENT: Readonly<Record<string, Check>> = {
  ...PHONE_REQUIREMENT,
  personalNumber: isPerson,
  risk: isOneOf('low', 'moderate', 'LOW', 'MODERATE'),
};

const APP: Shape = {
  optional: {
    appIdentifier: isText(1, 256),
    deviceOS: isText(1, 256),
    deviceModelName: isText(1, 256),
    deviceIdentifier: isText(1, 64),
  },
};
const WEB: Shape = {
  optional: {
    referringDomain: isText(3, 253, /^[0-9a-z.-]+$/),
    userAgent: isText(1, 256),
    deviceIdentifier: isText(1, 64),
  },
};

function parseRequirement(kind: OrderKind, value: unknown): Requirement {
  if (value === undefined) return {};
  const optional = isPhoneOrder(kind) ? PHONE_REQUIREMENT : REQUIREMENT;
  const fields = checkShape(value, { optional }, 'requirement');
  const risk = typeof fields.risk === 'string' ? { risk: fields.risk.toLowerCase() } : {};
  return { ...fields, ...risk } as Requirement;
}

/** The order comes either from an app or from a web page, with at least one member about it. */
function checkOrigin({ app, web }: Record<string, unknown>): void {
  if (app !== undefined && web !== undefined) throw invalidParameters('Both app and web');
  for (const [name, value, shape] of [['app', app, APP] as const, ['web', web, WEB] as const]) {
    if (value === undefined) continue;
    if (Object.keys(checkShape(value, shape, name)).length === 0) {
      throw invalidParameters(`Invalid ${name}`);
    }
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
