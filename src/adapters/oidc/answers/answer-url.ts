/** What the library answers an authorization request with. */
export type AnswerFields = Readonly<Record<string, string | undefined>>;

/**
 * The redirect URI with an answer in it. An ID token goes into the fragment, which is sent to no server. A space is
 * written `%20`: scripts that read a URL with `decodeURIComponent` take `+` for a plus.
 */
export function answerUrl(redirectUri: string, answer: AnswerFields): string {
  const url = new URL(redirectUri);
  const fields = answer.id_token === undefined ? url.searchParams : new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) fields.set(name, value);
  }
  if (answer.id_token !== undefined) url.hash = fields.toString();
  return percentSpaces(url.href);
}

/** Writes the spaces in a URL's query and fragment as `%20`. */
export function percentSpaces(url: string): string {
  const [, before = url, values = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  return before + values.replaceAll('+', '%20');
}
