/** A request to an issuer: at most 64 KiB, never to an internal address. @throws for everything else */
export interface CallIssuer {
  (
    call: {
      readonly url: string;
      readonly method: 'GET' | 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    },
    allowed: { readonly ownMachine: boolean },
  ): Promise<{
    readonly status: number;
    readonly text: string;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  }>;
}

/** The endpoints that an application's server calls, by their names in the API. */
const PATHS = {
  token: '/oauth2/token',
  par: '/oauth2/par',
  ciba: '/ciba/bc-authorize',
  headless: '/headless/authorize',
  userinfo: '/oauth2/userinfo',
} as const;

/** An endpoint of an issuer. */
export type TriedEndpoint = keyof typeof PATHS;

/** All of them. */
export const TRIED_ENDPOINTS = Object.keys(PATHS) as readonly TriedEndpoint[];

/** A request as the application would send it. */
export interface TriedRequest {
  readonly issuer: string;
  readonly endpoint: TriedEndpoint;
  readonly clientId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly clientSecret: string | undefined;
  readonly accessToken: string | undefined;
}

/** The HTTP request for it. The application is always the one of the path, whatever the parameters name. */
export function issuerRequest(request: TriedRequest): Parameters<CallIssuer>[0] {
  const { issuer, endpoint, clientId, parameters, clientSecret, accessToken } = request;
  const url = `${issuer}${PATHS[endpoint]}`;
  if (endpoint === 'userinfo') {
    return { url, method: 'GET', headers: { authorization: `Bearer ${accessToken ?? ''}` } };
  }
  const form = new URLSearchParams(parameters);
  form.delete('client_secret');
  form.set('client_id', clientId);
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(clientSecret !== undefined && { authorization: basic(clientId, clientSecret) }),
    },
    body: form.toString(),
  };
}

/** Each part is form-encoded first, as RFC 6749 section 2.3.1 demands. */
function basic(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ part }).toString().slice('part='.length),
  );
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}
