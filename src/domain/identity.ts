import type { JsonObject } from './json.ts';

/** The person an eID vouched for, in the words of the tokens we issue. */
export interface Identity {
  /** Value of `identityscheme`: the eID in one short word. */
  readonly scheme: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** What the eID knows the person by. Never leaves us: the pseudonymous `sub` is derived from it. */
  readonly nationalId: string;
  /** How the person proved it, as a SAML authentication context (`authenticationmethod`). */
  readonly method: string;
  /** The same in RFC 8176 values (`amr`). */
  readonly amr: readonly string[];
  /** Claims released with every login. */
  readonly claims: JsonObject;
  /** Claims released only when the scope of that name is granted. */
  readonly scopedClaims: Readonly<Record<string, JsonObject>>;
}
