import type { Order } from '../orders/order.ts';
import { isPhoneOrder } from '../rp-api/order-request.ts';

/** The app's view of an order. */
export interface Display {
  /** The service's name, from the client certificate. */
  readonly relyingParty: string;
  readonly action: 'identify' | 'sign';
  /** The RP's text, decoded; an identification shows it under the fixed heading "My intent". */
  readonly text?: string;
  readonly format?: 'plaintext' | 'simpleMarkdownV1';
  /** The first question when the RP and the person are on the phone. */
  readonly callQuestion?: string;
  readonly callInitiator?: 'user' | 'RP';
  /** The person has to type the PIN: fingerprint and face are not enough. */
  readonly pinCode?: true;
  /** The person has to read their passport or national ID card. */
  readonly readsIdDocument?: true;
}

/** Derives the app's view. */
export function displayOf({ request, relyingParty }: Order): Display {
  const { displayName } = relyingParty;
  const text = decode(request.userVisibleData);
  return {
    relyingParty: displayName,
    action: request.kind.endsWith('sign') ? 'sign' : 'identify',
    ...(text === undefined ? {} : { text, format: request.userVisibleDataFormat ?? 'plaintext' }),
    ...(isPhoneOrder(request.kind) && request.callInitiator !== undefined
      ? {
          callQuestion: CALL_QUESTIONS[request.callInitiator](displayName),
          callInitiator: request.callInitiator,
        }
      : {}),
    ...(request.requirement.pinCode === true ? { pinCode: true } : {}),
    ...(request.requirement.mrtd === true ? { readsIdDocument: true } : {}),
  };
}

const CALL_QUESTIONS = {
  user: (name: string) => `Did you call ${name}, and are you in that call now?`,
  RP: (name: string) => `Did ${name} call you, and are you in that call now?`,
};

function decode(base64: string | undefined): string | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('utf8');
}
