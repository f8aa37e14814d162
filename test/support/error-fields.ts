/**
 * The fields of an error on a redirect, without `error_uri`. Throws unless `error_uri` is an explanation page with a
 * reference.
 */
export function errorFieldsIn(answer: URL | undefined): Record<string, string> {
  const inFragment = new URLSearchParams(answer?.hash.slice(1));
  const fields = inFragment.size > 0 ? inFragment : new URLSearchParams(answer?.search);
  const { error_uri: errorUri = '', ...rest } = Object.fromEntries(fields);
  if (!ERROR_URI.test(errorUri)) throw new Error(`no error_uri in ${answer}`);
  return rest;
}

const ERROR_URI =
  /^https?:\/\/[^/]+\/errors\/[a-z-]+\?code=[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;
