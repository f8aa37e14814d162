/** What a link that opens the BankID app carries. */
export interface StartLink {
  readonly autoStartToken: string;
  /** Where the app should lead afterwards; absent for none (`redirect=null`). */
  readonly redirect: string | undefined;
}

/**
 * Reads both forms of a start link, `https://app.bankid.com/?autostarttoken=…` and
 * `bankid:///?autostarttoken=…`; undefined for anything else.
 */
export function parseStartLink(link: string): StartLink | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (`${url.protocol}//${url.host}${url.pathname}` !== origins[url.protocol]) return undefined;
  const autoStartToken = url.searchParams.get('autostarttoken');
  if (autoStartToken === null || autoStartToken === '') return undefined;
  const redirect = url.searchParams.get('redirect') ?? 'null';
  return {
    autoStartToken,
    redirect: redirect === 'null' || redirect === '' ? undefined : redirect,
  };
}

const origins: Readonly<Record<string, string>> = {
  'https:': 'https://app.bankid.com/',
  'bankid:': 'bankid:///',
};
