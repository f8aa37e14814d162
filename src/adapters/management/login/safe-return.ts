const MAX_RETURN = 2_000;

/** The path, query and fragment of a URL on our own origin; `/` for any other text, so that no link leads elsewhere. */
export function safeReturn(text: string | null, url: string): string {
  if (text === null || text.length > MAX_RETURN || !text.startsWith('/')) return '/';
  if (!URL.canParse(text, url)) return '/';
  const { origin, pathname, search, hash } = new URL(text, url);
  // A path of two slashes would be a host when it is read alone.
  const isOwn = origin === url && !pathname.startsWith('//');
  return isOwn ? `${pathname}${search}${hash}` : '/';
}
