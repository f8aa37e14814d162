import type { Answer } from '@eid-broker/testing/browser';
import { expect } from '@jest/globals';
import { generateKeyPair, SignJWT } from 'jose';
import { type Completed, logIn, refused } from './complete.ts';
import { AFTER_LOGOUT } from './conformance-broker.ts';
import { claimsOf } from './general-checks.ts';
import { begin, newPerson, type Person, visit } from './relying-party.ts';
import type { Findings, Modules } from './run-plan.ts';
import type { Stage } from './stage.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/** A logout request; an undefined parameter is omitted. */
interface LogoutRequest {
  readonly fields?: (login: Completed) => Fields | Promise<Fields>;
  /** Whether the browser is redirected to the application; otherwise it gets a page. */
  readonly leadsBack: boolean;
  /** Whether the session must have ended; the suite does not check this after a refused request. */
  readonly isOver?: boolean;
}

/** The modules of logouts that an application starts. */
export function logoutModules(stage: () => Stage): Modules {
  const module = (logout: LogoutRequest) => (findings: Findings) =>
    logOut(stage(), logout, findings);
  const refusedWith = (fields: NonNullable<LogoutRequest['fields']>) =>
    module({ fields, leadsBack: false });
  const stays = (fields: Fields) =>
    module({ fields: () => fields, leadsBack: false, isOver: true });
  const noIdTokenHint = { id_token_hint: undefined };
  const noUri = { post_logout_redirect_uri: undefined };

  return {
    'oidcc-rp-initiated-logout': module({ leadsBack: true, isOver: true }),
    'oidcc-rp-initiated-logout-no-state': module({
      fields: () => ({ state: undefined }),
      leadsBack: true,
      isOver: true,
    }),
    'oidcc-rp-initiated-logout-no-params': stays({ ...noIdTokenHint, ...noUri, state: undefined }),
    'oidcc-rp-initiated-logout-only-state': stays({ ...noIdTokenHint, ...noUri }),
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': stays(noUri),
    'oidcc-rp-initiated-logout-no-id-token-hint': refusedWith(() => noIdTokenHint),
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': refusedWith(() => ({
      post_logout_redirect_uri: `${AFTER_LOGOUT}_other`,
    })),
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': refusedWith(() => ({
      post_logout_redirect_uri: `${AFTER_LOGOUT}?foo=bar`,
    })),
    'oidcc-rp-initiated-logout-modified-id-token-hint': refusedWith(({ idToken }) => ({
      id_token_hint: `${idToken.split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`,
    })),
    'oidcc-rp-initiated-logout-bad-id-token-hint': refusedWith(async ({ idToken }) => {
      const { privateKey } = await generateKeyPair('RS256');
      const forged = new SignJWT(claimsOf(idToken)).setProtectedHeader({ alg: 'RS256' });
      return { id_token_hint: await forged.sign(privateKey) };
    }),
  };
}

async function logOut(
  { broker, rp }: Stage,
  logout: LogoutRequest,
  findings: Findings,
): Promise<void> {
  const { fields = () => ({}), leadsBack, isOver = false } = logout;
  const person = newPerson();
  const login = await logIn(broker, rp, { person });
  const own = { state: 'some-state', id_token_hint: login.idToken };
  const request = { post_logout_redirect_uri: AFTER_LOGOUT, ...own, ...(await fields(login)) };
  const answer = await person.browser.get(logoutUrl(rp.config.serverMetadata(), request));
  if (leadsBack) expectBack(answer, request.state);
  else if (answer.location !== undefined)
    findings.fail('the browser is redirected to the application nevertheless');
  else expect([200, 400]).toContain(answer.status);
  if (isOver) await expectOver({ broker, rp }, person);
}

function logoutUrl({ end_session_endpoint }: { end_session_endpoint?: string }, fields: Fields) {
  const url = new URL(end_session_endpoint ?? '');
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

function expectBack({ location }: Answer, state: string | undefined): void {
  const url = new URL(location ?? '');
  expect(`${url.origin}${url.pathname}`).toBe(AFTER_LOGOUT);
  expect(url.searchParams.get('state')).toBe(state ?? null);
}

async function expectOver({ broker, rp }: Stage, person: Person): Promise<void> {
  const { error } = refused(await visit(broker, begin(rp, { prompt: 'none' }), person));
  expect(error).toBe('login_required');
}
