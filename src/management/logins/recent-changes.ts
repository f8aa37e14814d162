import type { LoginTimeline } from '../../domain/login-timeline.ts';
import type {
  ChangedPart,
  ChangesWanted,
  ConfigurationHistory,
  PartChanges,
} from '../../ports/configuration-history.ts';
import type { Sleep } from '../../ports/runtime.ts';
import type { LoginExplanation } from './explain-login.ts';
import { isOfRequest, RELEVANT, type Relevant } from './relevant-settings.ts';

/** Adds to an explanation the changes of settings in the hour before that may be its cause. */
export interface WithRecentChanges {
  (explanation: LoginExplanation, timeline: LoginTimeline): Promise<LoginExplanation>;
}

interface Deps {
  readonly history: Pick<ConfigurationHistory, 'changes'>;
  readonly sleep: Sleep;
}

/** These have many other causes, which their reasons tell. */
const ONLY_WITHDRAWN: readonly string[] = ['grant-invalid', 'access-token-invalid'];
/** With one acr value none has to be sent: more of them may be the cause. */
const OF_MORE: readonly string[] = ['acr-missing'];
/** The errors of an eID that a new one may have, as its first settings may be wrong. */
const OF_NEW_EID: readonly string[] = [
  'eid-unavailable',
  'eid-refused-request',
  'failed',
  'lost',
  'unverified',
];
const HOUR = 60 * 60 * 1000;
/** Revisions that are named. */
const MOST_NAMED = 3;
const MOST_READ = 20;
/** The longest that a story waits for them, in seconds. */
const LONGEST = 0.5;

/** Reads the names of what changed in that hour. The explanation has none when they cannot be read in time. */
export function makeWithRecentChanges({ history, sleep }: Deps): WithRecentChanges {
  return async function withRecentChanges(explanation, timeline) {
    const relevant = relevantTo(explanation, timeline);
    if (relevant === undefined) return explanation;
    const at = timeline.steps.at(-1)?.at ?? timeline.beganAt.getTime();
    const found = await read({
      tenantId: timeline.tenantId,
      parts: partsOf(explanation, relevant),
      after: new Date(at - HOUR),
      until: new Date(at),
      limit: MOST_READ,
    });
    const all = found.flatMap((one) => {
      const names = one.changed.flatMap((part) => wordsOf(part, relevant, explanation.error ?? ''));
      return names.length === 0 ? [] : [`${names.join(', and ')} (${placeOf(one)})`];
    });
    if (all.length === 0) return explanation;
    const changes = all.slice(0, MOST_NAMED);
    const { cause, fix } = explanation;
    // Who sends requests cannot put back what is gone, and no eID changes our settings for it.
    const isOurs = changes.some((change) => /^removed|\bthe eID\b/.test(change));
    return {
      ...explanation,
      ...(isOurs && { whoActs: 'operator' as const }),
      cause: `${cause} In the hour before, an operator ${changes.join('; ')}.`,
      fix: `${fix} If that change was not meant, the operator takes it back.`,
    };
  };

  function read(wanted: ChangesWanted): Promise<readonly PartChanges[]> {
    const found = history.changes(wanted).catch(() => []);
    return Promise.race([found, sleep(LONGEST).then(() => [])]);
  }
}

/** The settings that may cause the error; undefined when its cause lies elsewhere. */
function relevantTo({ error }: LoginExplanation, { steps }: LoginTimeline): Relevant | undefined {
  const last = steps.findLast(({ what }) => what === 'refused');
  const reason = last?.what === 'refused' ? last.reason : undefined;
  const isElsewhere = ONLY_WITHDRAWN.includes(error ?? '')
    ? reason !== 'grant-withdrawn'
    : isOfRequest(reason);
  return isElsewhere ? undefined : RELEVANT[error ?? ''];
}

/** The eID, the application and the domain of the login, as far as their settings may cause its error. */
function partsOf(
  { eid, application, issuer }: LoginExplanation,
  relevant: Relevant,
): ChangesWanted['parts'] {
  const eids = [eid, `${eid} (test)`, `${eid} (production)`];
  const ofEid = eid === null || relevant.eid === undefined ? [] : eids;
  const isOfDomain = relevant.domain !== undefined;
  return [
    ...ofEid.flatMap((id) => (id === null ? [] : [{ what: 'eid' as const, id }])),
    ...(relevant.application === undefined ? [] : [ofApplication(application)]),
    ...(isOfDomain ? [{ what: 'domain' as const, id: issuer }] : []),
  ];
}

/** Without a known application, any that was removed may be the one that was meant. */
function ofApplication(id: string | null): ChangesWanted['parts'][number] {
  return id === null ? { what: 'application', action: 'remove' } : { what: 'application', id };
}

function placeOf({ revision, at }: PartChanges): string {
  return `revision ${revision}, ${at.toISOString().slice(0, 19)}Z`;
}

/** What was done to a part, such as `changed flows of the application shop`; none when it cannot cause the error. */
function wordsOf(part: ChangedPart, relevant: Relevant, error: string): readonly string[] {
  const { action, what, id, settings, widened } = part;
  if (what !== 'eid' && what !== 'application' && what !== 'domain') return [];
  const named = `the ${what === 'eid' ? 'eID' : what} ${id}`;
  const wanted = relevant[what] ?? [];
  if (action === 'create') {
    return what === 'eid' && OF_NEW_EID.includes(error) ? [`added ${named}`] : [];
  }
  if (action === 'remove') {
    const isMissed = what === 'eid' || wanted === 'all' || wanted.includes('issuers');
    return isMissed ? [`removed ${named}`] : [];
  }
  const names = settings.filter(
    (name) =>
      (wanted === 'all' || wanted.includes(name)) &&
      (what === 'eid' || OF_MORE.includes(error) || !widened.includes(name)),
  );
  return names.length === 0 ? [] : [`changed ${names.join(', ')} of ${named}`];
}
