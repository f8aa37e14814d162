import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Records the requests to one provider of this process. */
export function recordRequests({ host, pathname }: URL) {
  const requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const [path = ''] = (request.url ?? '').split('?');
    if (request.headers.host !== host || !path.startsWith(`${pathname}/`)) return;
    const line = `${request.method} ${path.slice(pathname.length)}`;
    requests.push({ line, headers: { ...request.headers } });
  };
  subscribe('http.server.request.start', record);
  return {
    requests: () => requests.map(({ line }) => line),
    headers: () => requests.map(({ headers }) => headers),
    stop: () => unsubscribe('http.server.request.start', record),
  };
}
