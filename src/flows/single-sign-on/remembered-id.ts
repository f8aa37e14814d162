/** Stands in no id of ours. */
const MARK = '.';

/** The id of an attempt that a session answers: it names the login that began the session. */
export function rememberedId(first: string, newId: string): string {
  return `${first}${MARK}${newId}`;
}

/** The login that began the session which answered this attempt; the attempt itself when no session did. */
export function firstLoginOf(id: string): string {
  return id.split(MARK)[0] ?? id;
}
