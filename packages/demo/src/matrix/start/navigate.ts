import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What browsers say when a person opens a page. Node's `fetch` cannot say it, and some clients refuse others. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};

/** Sends a request as a browser that opens a page over plain HTTP; redirects are not followed. */
export async function navigate(url: string, init: RequestInit): Promise<Response> {
  const { method, headers, body } = new Request(url, init);
  const sent = body === null ? undefined : await buffer(body);
  return new Promise((done, fail) => {
    const all = { ...Object.fromEntries(headers), ...NAVIGATION };
    const asked = request(url, { method, headers: all }, async (answer) => {
      const received = new Headers();
      for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
        for (const value of values) received.append(name, value);
      }
      const text = await buffer(answer);
      const status = answer.statusCode ?? 0;
      const isEmpty = status === 204 || status === 304;
      done(new Response(isEmpty ? null : text, { status, headers: received }));
    });
    asked.on('error', fail);
    asked.end(sent);
  });
}
