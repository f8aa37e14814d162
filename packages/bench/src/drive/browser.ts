import { CookieJar } from 'tough-cookie';

import type { Wire, WireAnswer, WireRequest } from './wire.ts';

/** A browser with its own address that keeps cookies and follows no redirects. */
export interface Browser {
  /** `url` may be relative to the issuer. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<WireAnswer>;
}

/** A new one without cookies; `number` determines the address. */
export function newBrowser(wire: Wire, issuer: string, number: number): Browser {
  const jar = new CookieJar();
  const address = addressOf(number);
  return {
    async get(url, headers = {}) {
      const { href, pathname, search } = new URL(url, issuer);
      const cookie = jar.getCookieStringSync(href);
      const sent: WireRequest = {
        path: `${pathname}${search}`,
        headers: { ...BROWSER, ...headers, 'x-forwarded-for': address, ...(cookie && { cookie }) },
      };
      const answer = await wire.send(sent);
      for (const line of answer.cookies) jar.setCookieSync(line, href);
      return answer;
    },
  };
}

/** An address of the block for benchmarks (RFC 2544). */
export function addressOf(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
}

const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'sv-SE,sv;q=0.9,en;q=0.8',
};
