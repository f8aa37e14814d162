import type { ShownText } from '../../../domain/intent.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type {
  BrowserTraits,
  IdentifyRequest,
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

/** The requirements of the tenant's settings for every order. */
export interface Demands {
  /** In place of BankID's own choice. */
  readonly certificatePolicies: readonly string[] | undefined;
  /** The highest risk that is accepted; undefined: any. */
  readonly risk: 'low' | 'moderate' | undefined;
}

/** The call for a start request, with its fields. */
export function startCall(request: StartRequest, demands: Demands): StartCall {
  const requirement = requirementOf(request, demands);
  switch (request.kind) {
    case 'identify':
      return { endpoint: 'auth', body: { ...fromScreen(request), ...requirement } };
    case 'sign':
      return { endpoint: 'sign', body: { ...fromScreen(request), ...requirement } };
    case 'phone':
      return { endpoint: 'phone/auth', body: { ...fromCall(request), ...requirement } };
  }
}

/**
 * With a personal number only that person can complete the order. A phone order has one in its body, and BankID
 * assesses no risk for it.
 */
function requirementOf(request: StartRequest, { certificatePolicies, risk }: Demands): JsonObject {
  const policies = certificatePolicies !== undefined && { certificatePolicies };
  const requirement: JsonObject =
    request.kind === 'phone'
      ? { ...policies }
      : {
          ...policies,
          ...(request.person !== undefined && { personalNumber: request.person }),
          ...(risk !== undefined && { risk }),
        };
  return Object.keys(requirement).length === 0 ? {} : { requirement };
}

function fromScreen(request: IdentifyRequest | SignRequest): JsonObject {
  const { endUserIp, device, returnUrl, text, browser, risk } = request;
  return {
    endUserIp,
    // On another device there is nothing to return to; BankID would send the phone's own browser there.
    ...(device !== 'other' && returnUrl !== undefined && { returnUrl }),
    ...shown(text),
    ...(risk && { returnRisk: true }),
    ...web(browser),
  };
}

function fromCall({ person, callInitiator, text }: PhoneRequest): JsonObject {
  if (callInitiator === undefined) throw new Error('BankID shows who called');
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
const MAX_USER_AGENT_LENGTH = 256;

/** The browser's traits for the risk assessment. BankID refuses an order with a malformed trait, so it is omitted. */
function web(browser: BrowserTraits | undefined): JsonObject {
  if (browser === undefined || !DOMAIN.test(browser.referringDomain)) return {};
  const { referringDomain, userAgent } = browser;
  const agent = userAgent?.slice(0, MAX_USER_AGENT_LENGTH);
  return { web: { referringDomain, ...(agent && { userAgent: agent }) } };
}
