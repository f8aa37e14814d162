import { addressBlock } from '../../domain/address-block.ts';
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
/** Logins whose last page is remembered, so that a page which reloads itself is one step. */
const MAX_PAGES = 10_000;
/** Refused requests that are stored in a minute, of one address and of one tenant. */
const MAX_REFUSED = { address: 10, tenant: 200 } as const;
const MINUTE = 60_000;

/** Keeps notes in memory until the next flush. */
export function makeNoteSteps({ loginTimelines, clock, log }: Deps): NotedSteps {
  let notes: TimelineNote[] = [];
  let refusals: RefusedRequest[] = [];
  let dropped = 0;
  const pages = new Map<string, string>();
  const counts = new Map<string, number>();
  let minute = 0;

  return { note, refused, flush };

  function note(one: TimelineNote): void {
    if (isSamePage(one)) return;
    if (notes.length < MAX_WAITING) notes.push(one);
    else dropped += 1;
  }

  function isSamePage({ login, step }: TimelineNote): boolean {
    if (step.what !== 'page' || !('loginId' in login)) return false;
    const { loginId } = login;
    if (pages.get(loginId) === step.page) return true;
    pages.delete(loginId);
    pages.set(loginId, step.page);
    const [oldest] = pages.keys();
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
    return false;
  }

  function refused(request: RefusedRequest, address: string): void {
    const { tenantId } = request;
    const block = addressBlock(address);
    const isAdmitted =
      count(`address ${tenantId} ${block}`) <= MAX_REFUSED.address &&
      count(`tenant ${tenantId}`) <= MAX_REFUSED.tenant;
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

  /** Steps that cannot be stored now are kept for the next flush. */
  async function flush(): Promise<void> {
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
