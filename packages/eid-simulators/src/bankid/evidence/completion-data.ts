import { createHash } from 'node:crypto';
import type { Order, OrderState } from '../orders/order.ts';
import { findPerson, type Person } from '../phone/persons.ts';
import type { Evidence } from './evidence.ts';

/** The end of an order that the person approved. */
export type Completed = Extract<OrderState, { status: 'complete' }>;

/** Makes the `completionData` of an order. */
export type CompletionData = (order: Order, state: Completed) => Promise<Record<string, unknown>>;

/** BankID's result about a person who approved, including evidence. */
export function makeCompletionData(evidence: Evidence): CompletionData {
  return async (order, { opener, endedAt }) => {
    const { request, risk = 'low' } = order;
    const person = findPerson(opener.personalNumber);
    const proof = await evidence({ order, person, uhi: uhiOf(person), at: endedAt });
    const isRiskRequested = request.returnRisk || request.requirement.risk !== undefined;
    const returnsRisk = isRiskRequested && risk !== 'none';
    return {
      user: {
        personalNumber: person.personalNumber,
        name: `${person.givenName} ${person.surname}`,
        givenName: person.givenName,
        surname: person.surname,
      },
      device: { ipAddress: ipAddressOf(order, opener.channel), uhi: uhiOf(person) },
      // A date with its zone offset, as BankID writes it: `2023-11-29Z`.
      bankIdIssueDate: `${proof.issuedAt.toISOString().slice(0, 10)}Z`,
      stepUp: { mrtd: request.requirement.mrtd ?? null },
      signature: proof.signature,
      ocspResponse: proof.ocspResponse,
      ...(returnsRisk ? { risk } : {}),
    };
  };
}

/** On the same device the app has the browser's address; a phone has another one (TEST-NET-1, RFC 5737). */
function ipAddressOf({ request }: Order, channel: string): string {
  return channel === 'autostart' ? (request.endUserIp ?? PHONE_ADDRESS) : PHONE_ADDRESS;
}

const PHONE_ADDRESS = '192.0.2.17';

/** The identity of the person's only phone; 28 characters like the real one. */
function uhiOf({ personalNumber }: Person): string {
  return createHash('sha1').update(`simulated phone of ${personalNumber}`).digest('base64');
}
