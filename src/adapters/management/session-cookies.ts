/** The cookies of the management listener. */
export interface SessionCookies {
  /** The session; a page of another site never causes it to be sent. */
  readonly session: ManagementCookie;
  /** The browser in which a login began; it comes back with the issuer's redirect. */
  readonly login: ManagementCookie;
}

/** One cookie. */
export interface ManagementCookie {
  /** The value in a Cookie header; undefined when there is none, or no value of ours. */
  read(header: string | undefined): string | undefined;
  /** The Set-Cookie header for a value. */
  write(value: string): string;
  readonly clear: string;
}

const VALUE = /^[\w-]{43}$/;
const LOGIN_SECONDS = 600;

/**
 * With https, names with the prefix `__Host-`, which no other host can set. Over http, on the own machine only, browsers refuse that
 * prefix.
 */
export function sessionCookies(url: string): SessionCookies {
  const isSecure = url.startsWith('https:');
  const prefix = isSecure ? '__Host-' : '';
  const secure = isSecure ? '; Secure' : '';
  return {
    session: cookie(`${prefix}management`, `; Path=/; HttpOnly; SameSite=Strict${secure}`),
    login: cookie(
      `${prefix}management-login`,
      `; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${LOGIN_SECONDS}`,
    ),
  };
}

function cookie(name: string, attributes: string): ManagementCookie {
  return {
    read(header = '') {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      // Two cookies of one name: another host on this domain may have set one.
      const [value = '', ...others] = values;
      return others.length === 0 && VALUE.test(value) ? value : undefined;
    },
    write: (value) => `${name}=${value}${attributes}`,
    clear: `${name}=${attributes.replace(/; Max-Age=\d+/, '')}; Max-Age=0`,
  };
}
