import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { LoginTimeline } from '../../domain/login-timeline.ts';
import type { ConfigurationHistory, Revision } from '../../ports/configuration-history.ts';
import type { ShowRevision } from '../configuration/revisions.ts';
import type { LoginExplanation } from './explain-login.ts';
import { RELEVANT, type Relevant } from './relevant-settings.ts';

/** Adds to an explanation the changes of settings in the hour before that may be its cause. */
export interface WithRecentChanges {
  (explanation: LoginExplanation, timeline: LoginTimeline): Promise<LoginExplanation>;
}

interface Deps {
  readonly history: Pick<ConfigurationHistory, 'list'>;
  readonly showRevision: ShowRevision;
}

/** These have many other causes, which their reasons tell. */
const ONLY_WITHDRAWN: readonly string[] = ['grant-invalid', 'access-token-invalid'];
const HOUR = 60 * 60 * 1000;
/** Each comparison opens two whole tenants. */
const MOST_COMPARED = 3;
const PAGE = 20;
const MOST_PAGES = 5;

/** Compares the revisions of that hour with those before them, for errors that settings may cause. */
export function makeWithRecentChanges({ history, showRevision }: Deps): WithRecentChanges {
  return async function withRecentChanges(explanation, timeline) {
    const relevant = RELEVANT[explanation.error ?? ''];
    if (relevant === undefined) return explanation;
    const { tenantId, beganAt, steps } = timeline;
    const last = steps.findLast(({ what }) => what === 'refused');
    const isOfSettings = last?.what === 'refused' && last.reason === 'grant-withdrawn';
    if (ONLY_WITHDRAWN.includes(explanation.error ?? '') && !isOfSettings) return explanation;
    const at = steps.at(-1)?.at ?? beganAt.getTime();
    const changes: string[] = [];
    for (const [made, before] of await revisionsBefore(tenantId, at)) {
      const [now, then] = await Promise.all(
        [made, before].map(({ revision }) => showRevision(revision, tenantId)),
      );
      const names = now && then ? changesOf({ now, then }, { explanation, relevant }) : [];
      if (names.length > 0) changes.push(`${names.join(', and ')} (${placeOf(made)})`);
    }
    if (changes.length === 0) return explanation;
    const { cause, fix } = explanation;
    // Who sends requests cannot put back what is gone, and no eID changes our settings for it.
    const isOurs = changes.some((change) => /^removed|\bof the eID\b/.test(change));
    return {
      ...explanation,
      ...(isOurs && { whoActs: 'operator' as const }),
      cause: `${cause} In the hour before, an operator ${changes.join('; ')}.`,
      fix: `${fix} If that change was not meant, the operator takes it back.`,
    };
  };

  /** Those of the hour before, the latest first, each with the one before it. */
  async function revisionsBefore(
    tenantId: string,
    at: number,
  ): Promise<readonly (readonly [Revision, Revision])[]> {
    const found: Revision[] = [];
    let before: number | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const listed = await history.list({ tenantId, before, limit: PAGE });
      found.push(...listed);
      const last = listed.at(-1);
      if (last === undefined || listed.length < PAGE || last.at.getTime() < at - HOUR) break;
      before = last.revision;
    }
    return found
      .flatMap((made, index) => {
        const previous = found[index + 1];
        const time = made.at.getTime();
        const isOfHour = time <= at && time > at - HOUR;
        return isOfHour && previous !== undefined ? [[made, previous] as const] : [];
      })
      .slice(0, MOST_COMPARED);
  }
}

function placeOf({ revision, at }: Revision): string {
  return `revision ${revision}, ${at.toISOString().slice(0, 19)}Z`;
}

interface States {
  readonly now: JsonObject;
  readonly then: JsonObject;
}

interface About {
  readonly explanation: LoginExplanation;
  readonly relevant: Relevant;
}

/** The changed settings of the eID, the application and the domain of the login, as far as they may cause its error. */
function changesOf(states: States, { explanation, relevant }: About): readonly string[] {
  const { eid, application, issuer } = explanation;
  const kinds = [
    { what: 'the eID', list: 'eids', key: 'eid', id: eid, settings: relevant.eid },
    {
      what: 'the application',
      list: 'applications',
      key: 'clientId',
      id: application,
      settings: relevant.application,
    },
    { what: 'the domain', list: 'domains', key: 'issuer', id: issuer, settings: relevant.domain },
  ];
  return kinds.flatMap(({ what, list, key, id, settings }) => {
    if (settings === undefined) return [];
    // Without a known application, any that came or went may be the one that was meant.
    const isUnknown = id === null && key === 'clientId';
    const ids = isUnknown ? idsIn(states, list, key) : [id ?? ''];
    return ids.flatMap((one) => {
      const [now, then] = [states.now, states.then].map((state) => partsOf(state[list], key, one));
      const act = differences(now, then, settings);
      return act === undefined ? [] : [`${act} ${what} ${one}`];
    });
  });
}

function idsIn({ now, then }: States, list: string, key: string): readonly string[] {
  const ids = [now, then].map((state) => listIn(state[list]).map((part) => String(part[key])));
  const [first = [], second = []] = ids;
  const isOneSided = (id: string) => first.includes(id) !== second.includes(id);
  return [...new Set([...first, ...second])].filter(isOneSided);
}

function listIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The parts of that id: an eID may have settings for each environment. */
function partsOf(value: Json | undefined, key: string, id: string): readonly JsonObject[] {
  return listIn(value).filter((part) => part[key] === id);
}

/** Undefined when none of these settings differs. */
function differences(
  now: readonly JsonObject[] = [],
  then: readonly JsonObject[] = [],
  settings: Relevant[keyof Relevant],
): string | undefined {
  if (now.length > 0 && then.length === 0) return 'added';
  if (now.length === 0 && then.length > 0) return 'removed';
  const [after, before] = [flat(now), flat(then)];
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (name) => after[name] !== before[name] && (settings === 'all' || settings?.includes(name)),
  );
  return names.length === 0 ? undefined : `changed ${names.join(', ')} of`;
}

/** Each setting as text; those inside `settings` by their own names. */
function flat(parts: readonly JsonObject[]): Readonly<Record<string, string>> {
  const entries = parts.flatMap((part, index) => {
    const { settings, ...others } = part;
    const inner = isJsonObject(settings) ? settings : {};
    return Object.entries({ ...others, ...inner }).map(
      ([name, value]) => [name, `${index} ${JSON.stringify(value)}`] as const,
    );
  });
  const texts = new Map<string, string>();
  for (const [name, text] of entries) texts.set(name, `${texts.get(name) ?? ''} ${text}`);
  return Object.fromEntries(texts);
}
