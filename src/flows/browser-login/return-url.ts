import type { Login } from './login.ts';

/** The page to which the eID's app returns the person, with the secret that only the app was given. */
export function returnUrlOf(login: Pick<Login, 'issuer' | 'id'>, nonce: string): string {
  return `${login.issuer}/login/${login.id}/return?nonce=${nonce}`;
}
