/**
 * What an application is told by an error on a redirect, but for `error_uri`: that must lead to an explanation of
 * ours, and carry a reference.
 */
export function toldIn(answer: URL | undefined): Record<string, string> {
  const inFragment = new URLSearchParams(answer?.hash.slice(1));
  const fields = inFragment.size > 0 ? inFragment : new URLSearchParams(answer?.search);
  const { error_uri: errorUri = '', ...told } = Object.fromEntries(fields);
  if (!ERROR_URI.test(errorUri)) throw new Error(`no error_uri in ${answer}`);
  return told;
}

const ERROR_URI = /^https?:\/\/[^/]+\/errors\/[a-z-]+\?reference=[\da-f]{32}$/;
