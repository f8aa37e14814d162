import type { LoginAtHand } from '../login-at-hand.ts';
import { postForm } from '../post-form.ts';
import { errorIn } from '../read-answer.ts';

/** Another application has come by the id: it must not even hear that there is such a request. */
export async function pollAsAnother(login: LoginAtHand, id: string): Promise<void> {
  const { kind, clientId } = login.plan;
  const isPhone = kind === 'ciba';
  await postForm(login, {
    operation: 'steal request',
    path: '/oauth2/token',
    as: clientId === 'backend' ? 'backend-jwt' : 'backend',
    by: 'attacker',
    fields: isPhone
      ? { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: id }
      : { grant_type: 'urn:grn:params:grant-type:headless', headless_req_id: id },
    read(answer) {
      if (answer.status >= 500 || answer.status === 429) return {};
      const { error } = errorIn(answer);
      return error === 'invalid_grant' ? {} : { breach: 'another application learns of a request' };
    },
  });
}
