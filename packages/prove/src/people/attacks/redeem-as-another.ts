import type { LoginAtHand } from '../login-at-hand.ts';
import { postForm } from '../post-form.ts';

/** Another application has come by the code, and comes first. */
export async function redeemAsAnother(
  login: LoginAtHand,
  { code }: { readonly code: string },
): Promise<void> {
  const as = login.plan.clientId === 'web-es256' ? 'web' : 'web-es256';
  await postForm(login, {
    operation: 'steal code',
    path: '/oauth2/token',
    as,
    by: 'attacker',
    fields: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: login.clients.redirectUri,
    },
    read: ({ status }) => (status === 200 ? { breach: 'another application took the code' } : {}),
  });
}
