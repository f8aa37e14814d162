/** A JWT, decoded. */
export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The parts of a JWT. @throws {Error} that says what is wrong */
export function tokenParts(token: string): TokenParts {
  const [header, claims, signature, ...rest] = token.trim().split('.');
  if (!header || !claims || !signature || rest.length > 0) {
    throw new Error('A JWT has three parts with dots between them.');
  }
  return { header: partOf(header, 'header'), claims: partOf(claims, 'payload') };
}

/** What each standard claim means; an eID's own are in the documents of its claims. */
const MEANINGS: Readonly<Record<string, string>> = {
  iss: 'The issuer: must equal the one in your configuration.',
  sub: 'The person, for your application alone. Store this.',
  aud: 'The audience: must be your client ID.',
  exp: 'Not to be accepted from then on.',
  iat: 'When it was made.',
  auth_time: 'When the person logged in.',
  nonce: 'Must equal the one that your request sent.',
  acr: 'The eID and way of login. Compare it with what you asked for.',
  amr: 'The means that the person used.',
  at_hash: 'Binds the access token to this token.',
  c_hash: 'Binds the code to this token.',
  sid: 'The session; logout messages name it.',
  name: "The person's name.",
  ssn: 'The national number, from the scope ssn.',
  evidence: 'The signed evidence of the eID, from the scope evidence.',
  ocspResponse: 'That the certificate in the evidence was valid.',
};

/** What a claim means, by the standard or by `others`. Undefined for a name that neither has. */
export function meaningOf(
  name: string,
  others: Readonly<Record<string, string>>,
): string | undefined {
  const known = Object.hasOwn(MEANINGS, name) ? MEANINGS : others;
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** A claim that holds a moment, as a date. */
export function readableClaim(name: string, value: unknown): string {
  const isMoment = ['exp', 'iat', 'nbf', 'auth_time'].includes(name) && typeof value === 'number';
  if (isMoment) return `${value} (${new Date(value * 1000).toISOString()})`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function partOf(part: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Said below.
  }
  throw new Error(`The ${name} is not base64url of a JSON object.`);
}
