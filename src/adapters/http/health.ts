import type { IncomingMessage, ServerResponse } from 'node:http';

/** What readiness depends on. */
export interface Health {
  /** Throws, or answers the name of what is missing; undefined when all is well. */
  readonly obstacle: () => Promise<string | undefined>;
}

/** `/health/alive`: the process runs. `/health/ready`: it can serve a login now. */
export function healthEndpoints({ obstacle }: Health) {
  return async function health(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url?.split('?')[0];
    if (path === '/health/alive') return answer(res, 200, { status: 'alive' });
    if (path !== '/health/ready') return answer(res, 404, { status: 'not found' });
    const missing = await obstacle().catch(() => 'database');
    if (missing === undefined) return answer(res, 200, { status: 'ready' });
    return answer(res, 503, { status: 'not ready', missing });
  };
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  res.end(`${JSON.stringify(body)}\n`);
}
