import type { Random } from '../shared/random.ts';
import type { CibaRules } from './profile.ts';

/** The content of a request for a permission. */
export interface AskedPermission {
  readonly type: string;
  /** The person's national number. */
  readonly number: string;
  /** The error of a request that is refused. */
  readonly fault: string | undefined;
}

const MALFORMED: AskedPermission = { type: '', number: '', fault: 'invalid_request' };

/** Reads a permission as BankID's example writes it. */
export function parsePermission(text: string, { types }: CibaRules, now: Date): AskedPermission {
  const body = parsed(text);
  const { type, iat, exp, permission, intents, loginHint } = body ?? {};
  const [hint, ...others] = Array.isArray(loginHint) ? loginHint : [];
  const { scheme, value } = typeof hint === 'object' && hint !== null ? hint : {};
  const statement = parsed(Buffer.from(String(permission), 'base64').toString());
  const seconds = now.getTime() / 1000;
  const isValid =
    /^[A-Za-z0-9+/]+={0,2}$/.test(String(permission)) &&
    typeof statement?.nonce === 'string' &&
    typeof statement.id === 'string' &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= seconds + 5 &&
    exp > seconds &&
    Array.isArray(intents) &&
    intents.includes('ciba') &&
    others.length === 0 &&
    scheme === 'nnin' &&
    /^\d{11}$/.test(String(value));
  if (!isValid) return MALFORMED;
  if (!types.includes(String(type))) return { ...MALFORMED, fault: 'unsupported_type' };
  return { type: String(type), number: String(value), fault: undefined };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const FIRST = ['Stille', 'Blid', 'Rask', 'Gul', 'Varm', 'Lang', 'Mild', 'Frekk'];
const SECOND = ['Fjord', 'Sykkel', 'Lampe', 'Vott', 'Bolle', 'Hest', 'Sky', 'Kopp'];

/** Two words that sound different. */
export function bindingWords(random: Random): string {
  const [one = 0, other = 0] = random(2);
  return `${FIRST[one % FIRST.length]} ${SECOND[other % SECOND.length]}`;
}
