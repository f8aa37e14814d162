import { form, type WireAnswer } from '@eid-broker/testing/wire';
import { CookieJar } from 'tough-cookie';

import type { Actor } from '../history/event.ts';
import type { Login } from './login.ts';
import type { AnswerReading } from './read-answer.ts';

/** A browser without JavaScript that keeps cookies and follows no redirects. */
export interface VirtualBrowser {
  readonly jar: CookieJar;
  get(operation: string, url: URL, read?: Read): Promise<WireAnswer | undefined>;
  post(
    operation: string,
    url: URL,
    fields: Readonly<Record<string, string>>,
  ): Promise<WireAnswer | undefined>;
}

type Read = (answer: WireAnswer) => Partial<AnswerReading>;

/** A new one, by default with an empty cookie jar. */
export function virtualBrowser(
  login: Login,
  { by = 'browser', jar = new CookieJar() }: { readonly by?: Actor; readonly jar?: CookieJar } = {},
): VirtualBrowser {
  return {
    jar,
    get: (operation, url, read) => go(operation, url, { headers: {} }, read),
    post: (operation, url, fields) => go(operation, url, form(fields)),
  };

  async function go(
    operation: string,
    url: URL,
    wire: { method?: string; headers: Readonly<Record<string, string>>; body?: string },
    read?: Read,
  ): Promise<WireAnswer | undefined> {
    const cookie = await jar.getCookieString(url.href);
    const headers = { ...(cookie && { cookie }), ...wire.headers };
    const answer = await login.sendRequest({
      operation,
      by,
      wire: { ...wire, path: `${url.pathname}${url.search}`, headers },
      ...(read !== undefined && { read }),
    });
    for (const line of answer?.headers['set-cookie'] ?? []) await jar.setCookie(line, url.href);
    return answer;
  }
}
