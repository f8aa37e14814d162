/** Where a redirect URI leads: `https://host`, or `scheme:` for a native app. */
export function originOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
