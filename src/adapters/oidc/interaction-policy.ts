import { interactionPolicy } from 'oidc-provider';

/** Every authorization request needs its own login with its eID; nobody is ever asked for consent. */
export function loginPolicy(): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy;
  const policy = base();
  policy.remove('consent');
  const fresh = new Check('login_per_request', 'a login is required', 'login_required', (ctx) =>
    ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  policy.get('login')?.checks.add(fresh);
  return policy;
}
