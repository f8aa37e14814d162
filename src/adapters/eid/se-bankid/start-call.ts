import type { JsonObject } from '../../../domain/json.ts';
import type { ShownText } from '../../../domain/shown-text.ts';
import type {
  BrowserTraits,
  LoginRequest,
  PhoneRequest,
  SignRequest,
  StartRequest,
} from '../../../ports/eid.ts';
import type { RpEndpoint } from './rp-api.ts';

/** The call that starts an order. */
export interface StartCall {
  readonly endpoint: RpEndpoint;
  readonly body: JsonObject;
}

/** Which call starts what is asked for, and with which fields. `certificatePolicies` replaces BankID's own choice. */
export function startCall(
  request: StartRequest,
  certificatePolicies: readonly string[] | undefined,
): StartCall {
  const requirement = requirementOf(request, certificatePolicies);
  switch (request.kind) {
    case 'login':
      return { endpoint: 'auth', body: { ...fromScreen(request), ...requirement } };
    case 'sign':
      return { endpoint: 'sign', body: { ...fromScreen(request), ...requirement } };
    case 'phone':
      return { endpoint: 'phone/auth', body: { ...fromCall(request), ...requirement } };
  }
}

/** BankID itself lets nobody else than a named person answer. A phone order names one anyway. */
function requirementOf(
  request: StartRequest,
  certificatePolicies: readonly string[] | undefined,
): JsonObject {
  const personalNumber = request.kind === 'phone' ? undefined : request.person;
  if (certificatePolicies === undefined && personalNumber === undefined) return {};
  return {
    requirement: {
      ...(certificatePolicies !== undefined && { certificatePolicies }),
      ...(personalNumber !== undefined && { personalNumber }),
    },
  };
}

function fromScreen(request: LoginRequest | SignRequest): JsonObject {
  const { endUserIp, device, returnUrl, text, browser } = request;
  return {
    endUserIp,
    // On another device there is nothing to return to; BankID would send the phone's own browser there.
    ...(device !== 'other' && returnUrl !== undefined && { returnUrl }),
    ...shown(text),
    ...web(browser),
  };
}

function fromCall({ person, callInitiator, text }: PhoneRequest): JsonObject {
  return { personalNumber: person, callInitiator, ...shown(text) };
}

function shown(text: ShownText | undefined): JsonObject {
  const { visible, nonVisible, format } = text ?? {};
  const isMarkdown = visible !== undefined && format === 'markdown';
  return {
    ...(visible !== undefined && { userVisibleData: visible }),
    ...(isMarkdown && { userVisibleDataFormat: 'simpleMarkdownV1' }),
    ...(nonVisible !== undefined && { userNonVisibleData: nonVisible }),
  };
}

const DOMAIN = /^[0-9a-z.-]{3,253}$/;
const LONGEST_USER_AGENT = 256;

/** What the risk assessment may know. BankID refuses an order over a malformed trait, so such a one stays out. */
function web(browser: BrowserTraits | undefined): JsonObject {
  if (browser === undefined || !DOMAIN.test(browser.referringDomain)) return {};
  const { referringDomain, userAgent } = browser;
  const agent = userAgent?.slice(0, LONGEST_USER_AGENT);
  return { web: { referringDomain, ...(agent && { userAgent: agent }) } };
}
