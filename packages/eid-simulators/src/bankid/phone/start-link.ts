/** The content of a link that opens the BankID app. */
export interface StartLink {
  readonly autoStartToken: string;
  /** The URL to open afterwards; absent for none (`redirect=null`). */
  readonly redirect: string | undefined;
}

/**
 * Parses both forms of a start link, `https://app.bankid.com/?autostarttoken=…` and `bankid:///?autostarttoken=…`, and
 * the URL of a phone's own page on this machine (`http://localhost:3011/?autostarttoken=…`), which a demo uses instead.
 * Undefined for anything else.
 */
export function parseStartLink(link: string): StartLink | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!isApp(url) && !isPhonePage(url)) return undefined;
  const autoStartToken = url.searchParams.get('autostarttoken');
  if (autoStartToken === null || autoStartToken === '') return undefined;
  const redirect = url.searchParams.get('redirect') ?? 'null';
  return {
    autoStartToken,
    redirect: redirect === 'null' || redirect === '' ? undefined : redirect,
  };
}

function isApp({ protocol, host, pathname }: URL): boolean {
  return ['https://app.bankid.com/', 'bankid:///'].includes(`${protocol}//${host}${pathname}`);
}

function isPhonePage({ protocol, hostname, pathname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname) && pathname === '/';
}
