import type { Language } from '../../../domain/language.ts';
import type { Login } from '../../../flows/browser-login/login.ts';
import type { Eid, EidVariant } from '../../../ports/eid.ts';

/** For whom a page is drawn: who asks, with which eID, in which language, on what. */
export interface Scene {
  readonly login: Login;
  readonly eid: Eid;
  readonly variant: EidVariant;
  readonly language: Language;
  /** The page runs on a phone or tablet. */
  readonly mobile: boolean;
}

/** The page's own path. */
export function pathOf({ id }: { readonly id: string }): string {
  return `/login/${encodeURIComponent(id)}`;
}

/** True for the user agents of phones and tablets. */
export function isMobile(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
}
