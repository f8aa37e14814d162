import type { KoaContextWithOIDC } from 'oidc-provider';

/** What the result of a login says beside the library's own members. */
export interface FinishedLogin {
  readonly authenticationId: string;
}

/** The result of the login that just ended, when this request resumes one. */
export function finishedLoginOf(ctx: KoaContextWithOIDC): FinishedLogin | undefined {
  const result = ctx.oidc.result as { readonly eid?: FinishedLogin } | undefined;
  return result?.eid;
}
