import type { KoaContextWithOIDC } from 'oidc-provider';

/** What the login pages leave for the library beside its own members. */
export interface LoginResult {
  readonly authenticationId: string;
}

/** The result of the login that just ended, when this request resumes one. */
export function loginResultOf(ctx: KoaContextWithOIDC): LoginResult | undefined {
  const result = ctx.oidc.result as { readonly eid?: LoginResult } | undefined;
  return result?.eid;
}
