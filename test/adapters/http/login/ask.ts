import type { LoginSite, OpenLogin } from './login-site.ts';

/** What came back, read. */
export interface Reply {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly text: string;
}

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** One request of a browser that holds the login's cookie; follows no redirect. */
export async function ask(login: OpenLogin, below = '', wanted: Ask = {}): Promise<Reply> {
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

/** The click that starts. */
export function start(login: OpenLogin, device: 'same' | 'other', headers = {}): Promise<Reply> {
  return ask(login, '/start', { form: { device }, headers });
}

/** What the page's script learns. */
export async function status(login: OpenLogin): Promise<unknown> {
  return JSON.parse((await ask(login, '/status')).text);
}

/** The page's state and message. */
export function shown({ text }: Reply): { state: string | undefined; message: string | undefined } {
  const state = /data-state="([^"]*)"/.exec(text)?.[1];
  const message = /data-testid="message">([^<]*)</.exec(text)?.[1];
  return { state, message };
}

/** Lets an answer of the eID be collected. */
export function later(site: LoginSite, answer: LoginSite['eid']['answer']): void {
  site.eid.answer = answer;
  site.advance(3);
}
