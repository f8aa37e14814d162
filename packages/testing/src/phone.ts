/** An order as the simulated phone's control API lists it. */
export interface PhoneOrder {
  readonly orderRef: string;
  readonly kind: string;
  readonly hintCode: string;
  readonly personalNumber?: string;
  readonly qrData?: string;
  readonly autoStartToken?: string;
  readonly display?: { readonly text?: string };
}

/** The simulated phone through its control API. */
export interface Phone {
  orders(): Promise<readonly PhoneOrder[]>;
  scan(qrData: string, personalNumber: string): Promise<{ readonly orderRef: string }>;
  open(start: object, personalNumber: string): Promise<{ readonly orderRef: string }>;
  decide(orderRef: string, what: string, body?: object): Promise<{ readonly returnUrl?: string }>;
}

/** A person of the simulator without a script. */
export const TOLVAN = '191212121212';

/** Drives the phone at this address; `learn` gets its person. */
export function phoneOf(url: string, learn: (personalNumber: string) => void = () => {}): Phone {
  return {
    orders: async () => {
      const answer = await call<{ orders?: PhoneOrder[] } | PhoneOrder[]>('GET', '/api/orders');
      return Array.isArray(answer) ? answer : (answer.orders ?? []);
    },
    scan(qrData, personalNumber) {
      learn(personalNumber);
      return call('POST', '/api/scan', { qrData, personalNumber });
    },
    open(start, personalNumber) {
      learn(personalNumber);
      return call('POST', '/api/open', { ...start, personalNumber });
    },
    decide: (orderRef, what, body = {}) => call('POST', `/api/orders/${orderRef}/${what}`, body),
  };

  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}
