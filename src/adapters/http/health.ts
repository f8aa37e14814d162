import type { IncomingMessage, ServerResponse } from 'node:http';

/** The contents of the operator's port. */
export interface Health {
  /** The name of the part that a login lacks; undefined when the replica is ready. Throws when the check fails. */
  readonly unreadyReason: () => Promise<string | undefined>;
  /** Further reports by their paths. */
  readonly reports: ReadonlyMap<string, () => Promise<Report>>;
}

/** A text and its media type. */
export interface Report {
  readonly contentType: string;
  readonly text: string;
}

/** A value as indented JSON. */
export function jsonReport(value: unknown): Report {
  return { contentType: 'application/json', text: `${JSON.stringify(value, undefined, 2)}\n` };
}

/** Answers `/health/alive` (the process runs), `/health/ready` (it can serve a login now) and the reports. */
export function healthEndpoints({ unreadyReason, reports }: Health) {
  return async function health(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url?.split('?')[0] ?? '';
    if (path === '/health/alive') return answer(res, 200, { status: 'alive' });
    const report = reports.get(path);
    if (report !== undefined) return show(res, report);
    if (path !== '/health/ready') return answer(res, 404, { status: 'not found' });
    const missing = await unreadyReason().catch(() => 'database');
    if (missing === undefined) return answer(res, 200, { status: 'ready' });
    return answer(res, 503, { status: 'not ready', missing });
  };
}

/** A failed check answers its status alone: the error may contain anything. */
async function show(res: ServerResponse, report: () => Promise<Report>): Promise<void> {
  const shown = await report().catch(() => undefined);
  if (shown === undefined) return answer(res, 503, { status: 'not available' });
  res.writeHead(200, { 'Content-Type': shown.contentType, 'Cache-Control': 'no-store' });
  res.end(shown.text);
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  res.end(`${JSON.stringify(body)}\n`);
}

interface ReadinessDeps {
  readonly isDraining: () => boolean;
  readonly isOverloaded: () => boolean;
  /** Absent: the clock is right. */
  readonly isClockFarOff: (() => boolean) | undefined;
  /** The migrations that the database lacks. Rejects when it does not answer. */
  readonly pendingMigrations: () => Promise<readonly string[]>;
}

/** Finds out why this replica cannot serve a login now; undefined when it can. */
export function makeUnreadyReason(deps: ReadinessDeps): () => Promise<string | undefined> {
  const { isDraining, isOverloaded, isClockFarOff, pendingMigrations } = deps;
  return async function unreadyReason() {
    if (isDraining()) return 'draining';
    if (isOverloaded()) return 'overloaded';
    if (isClockFarOff?.()) return 'clock';
    const pending = await pendingMigrations();
    return pending.length > 0 ? `migrations: ${pending.join(', ')}` : undefined;
  };
}
