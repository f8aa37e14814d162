import { addressBlock } from '../../domain/address-block.ts';
import type { TimelineStep } from '../../domain/login-timeline.ts';
import type { Log } from '../../ports/log.ts';
import type {
  LoginTimelines,
  NoteSteps,
  RefusedRequest,
  TimelineNote,
} from '../../ports/login-timelines.ts';
import type { Clock } from '../../ports/runtime.ts';

interface Deps {
  readonly loginTimelines: Pick<LoginTimelines, 'note' | 'refused'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The notes of this process. */
export interface NotedSteps extends NoteSteps {
  /** Stores them. Called once a second. */
  flush(): Promise<void>;
}

/** Beyond it, notes are dropped: the log has what they say. */
const MAX_WAITING = 5_000;
/** In one statement. */
const MAX_BATCH = 1_000;
/** Logins whose last steps are remembered, so that a page which reloads itself, or a repeated poll, is one step. */
const MAX_REMEMBERED = 10_000;
/** Refused requests that are stored in a minute: of one address, of an application that authenticated, of one tenant. */
const MAX_REFUSED = { address: 10, application: 60, tenant: 200 } as const;
const MINUTE = 60_000;

/** Keeps notes in memory until the next flush. */
export function makeNoteSteps({ loginTimelines, clock, log }: Deps): NotedSteps {
  let notes: TimelineNote[] = [];
  let refusals: RefusedRequest[] = [];
  let dropped = 0;
  const latest = new Map<string, string>();
  const counts = new Map<string, number>();
  let minute = 0;
  let stored = Promise.resolve();

  return { note, refused, flush };

  function note(one: TimelineNote): void {
    if (isRepeated(one)) return;
    if (notes.length < MAX_WAITING) notes.push(one);
    else dropped += 1;
  }

  function isRepeated({ login, step }: TimelineNote): boolean {
    const repeatable = repeatableOf(step);
    if (repeatable === undefined) return false;
    const name = JSON.stringify([login, repeatable.kind]);
    if (latest.get(name) === repeatable.state) return true;
    latest.delete(name);
    latest.set(name, repeatable.state);
    const [oldest] = latest.keys();
    if (latest.size > MAX_REMEMBERED && oldest !== undefined) latest.delete(oldest);
    return false;
  }

  function refused(request: RefusedRequest, address: string): void {
    const { tenantId, clientId, isAuthenticated = false } = request;
    // All people of an application may share the address of its server.
    const isOfSender = isAuthenticated
      ? count(`application ${tenantId} ${clientId}`) <= MAX_REFUSED.application
      : count(`address ${tenantId} ${addressBlock(address)}`) <= MAX_REFUSED.address;
    const isAdmitted = isOfSender && count(`tenant ${tenantId}`) <= MAX_REFUSED.tenant;
    if (isAdmitted && refusals.length < MAX_WAITING) refusals.push(request);
  }

  function count(key: string): number {
    const now = Math.floor(clock().getTime() / MINUTE);
    if (now !== minute) counts.clear();
    minute = now;
    const uses = (counts.get(key) ?? 0) + 1;
    counts.set(key, uses);
    return uses;
  }

  /** One at a time, so that all notes of before are stored when it resolves. */
  function flush(): Promise<void> {
    stored = stored.catch(() => undefined).then(store);
    return stored;
  }

  /** Steps that cannot be stored now are kept for the next flush. */
  async function store(): Promise<void> {
    if (dropped > 0) log.warn('timeline.notes_dropped', { notes: dropped });
    dropped = 0;
    const [waiting, refusedNow] = [notes.slice(0, MAX_BATCH), refusals.slice(0, MAX_BATCH)];
    notes = notes.slice(MAX_BATCH);
    refusals = refusals.slice(MAX_BATCH);
    try {
      await loginTimelines.refused(refusedNow);
      refusedNow.length = 0;
      const held = await loginTimelines.note(waiting);
      notes = [...held, ...notes].slice(0, MAX_WAITING);
    } catch (error) {
      refusals = [...refusedNow, ...refusals].slice(0, MAX_WAITING);
      notes = [...waiting, ...notes].slice(0, MAX_WAITING);
      throw error;
    }
  }
}

/** Refusals that a browser or an application repeats. */
const REPEATED: readonly string[] = ['too-soon', 'login-not-found', 'login-over'];

/** Steps that repeat while a page is open or an application polls; undefined for others. */
function repeatableOf(
  step: TimelineStep,
): { readonly kind: string; readonly state: string } | undefined {
  switch (step.what) {
    case 'page':
      return { kind: 'page', state: step.page };
    case 'told':
      return { kind: 'told', state: step.key ?? step.answer };
    case 'refused':
      return step.endpoint === 'eid' || REPEATED.includes(step.key)
        ? { kind: step.endpoint, state: step.key }
        : undefined;
    default:
      return undefined;
  }
}
