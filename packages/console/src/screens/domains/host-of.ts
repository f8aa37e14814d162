/** The host of an issuer, with its port: the key of a domain. */
export function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
