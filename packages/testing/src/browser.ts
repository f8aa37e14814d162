import { CookieJar } from 'tough-cookie';

/** A browser without JavaScript: it keeps cookies, sends forms, and follows each redirect on request. */
export interface Browser {
  readonly jar: CookieJar;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(
    url: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Follows redirects on the origin of `url`; stops at the first that leaves it. */
  follow(url: string): Promise<Answer>;
}

/** An HTTP response, read. */
export interface Answer {
  readonly status: number;
  readonly url: string;
  /** Absolute. */
  readonly location: string | undefined;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends one request and follows no redirect, as `fetch` does. */
export interface Send {
  (url: string, init: RequestInit): Promise<Response>;
}

/** A new browser with an empty cookie jar, and the languages that it prefers; `*` prefers none. */
export function newBrowser(
  jar = new CookieJar(),
  languages = 'en',
  transport: Send = fetch,
): Browser {
  const browser: Browser = {
    jar,
    get: (url, headers) => send(url, headers === undefined ? {} : { headers }),
    post: (url, form, headers = {}) =>
      send(url, { method: 'POST', body: new URLSearchParams(form), headers }),
    async follow(url) {
      let answer = await browser.get(url);
      for (let hops = 0; hops < 10 && answer.location?.startsWith(new URL(url).origin); hops += 1) {
        answer = await browser.get(answer.location);
      }
      return answer;
    },
  };
  return browser;

  async function send(url: string, init: RequestInit): Promise<Answer> {
    const cookie = await jar.getCookieString(url);
    const given = init.headers as Record<string, string>;
    const headers = { 'accept-language': languages, ...given, ...(cookie && { cookie }) };
    const response = await transport(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url);
    const location = response.headers.get('location');
    return {
      status: response.status,
      url,
      location: location === null ? undefined : new URL(location, url).href,
      headers: response.headers,
      text: await response.text(),
    };
  }
}
