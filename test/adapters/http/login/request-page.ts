import type { LoginSite, OpenLogin } from './login-site.ts';

/** An answer, with its body read. */
export interface Reply {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly text: string;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Sends one request with the cookie of the login; follows no redirect. */
export async function requestPage(
  login: OpenLogin,
  below = '',
  wanted: RequestOptions = {},
): Promise<Reply> {
  const { form, headers } = wanted;
  const answer = await fetch(login.url + below, {
    method: wanted.method ?? (form === undefined ? 'GET' : 'POST'),
    headers: { cookie: login.cookie, ...headers },
    redirect: 'manual',
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    headers: answer.headers,
    text: await answer.text(),
  };
}

/** Sends the form that starts the login. */
export function start(login: OpenLogin, device: 'same' | 'other', headers = {}): Promise<Reply> {
  return requestPage(login, '/start', { form: { device }, headers });
}

/** The status that the script of the page reads. */
export async function status(login: OpenLogin): Promise<unknown> {
  return JSON.parse((await requestPage(login, '/status')).text);
}

/** The page's state and message. */
export function shown({ text }: Reply): { state: string | undefined; message: string | undefined } {
  const state = /data-state="([^"]*)"/.exec(text)?.[1];
  const message = /data-testid="message">([^<]*)</.exec(text)?.[1];
  return { state, message };
}

/** Advances the clock until the next answer of the eID may be collected. */
export function later(site: LoginSite, answer: LoginSite['eid']['answer']): void {
  site.eid.answer = answer;
  site.advance(3);
}
