import type { TriedEndpoint } from '../../api/try-login.ts';
import type { ClientProof } from './client-proof.ts';

const PATHS: Readonly<Record<TriedEndpoint, string>> = {
  token: '/oauth2/token',
  par: '/oauth2/par',
  ciba: '/ciba/bc-authorize',
  headless: '/headless/authorize',
  userinfo: '/oauth2/userinfo',
};

/** A request as the application's own server sends it, without its secret. */
export interface ShownRequest {
  readonly issuer: string;
  readonly endpoint: TriedEndpoint;
  readonly clientId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly proof: ClientProof['kind'];
  /** The parameters are claims of one signed parameter. */
  readonly isSigned?: boolean;
}

/** The request as a command to paste. Secrets are variables. */
export function requestText(request: ShownRequest): string {
  const { issuer, endpoint, clientId, parameters, proof, isSigned = false } = request;
  const url = `${issuer}${PATHS[endpoint]}`;
  if (endpoint === 'userinfo')
    return `curl ${url} --header "Authorization: Bearer $ACCESS_TOKEN"\n`;
  const sent = isSigned ? {} : parameters;
  const fields = [
    ...Object.entries(sent).map(([name, value]) => `${name}=${value}`),
    // A pushed request has it in any case; elsewhere the proof names the client.
    ...(proof === 'none' || endpoint === 'par' ? [`client_id=${clientId}`] : []),
    ...(proof === 'key' ? [`client_assertion_type=${ASSERTION_TYPE}`] : []),
  ].map((field) => `--data-urlencode ${quoted(field)}`);
  const lines = [
    `curl ${url}`,
    ...(proof === 'secret'
      ? [`--user ${quoted(encodeURIComponent(clientId))}:"$CLIENT_SECRET"`]
      : []),
    ...fields,
    ...(isSigned ? ['--data-urlencode request="$REQUEST"'] : []),
    ...(proof === 'key' ? ['--data-urlencode client_assertion="$ASSERTION"'] : []),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** For a POSIX shell: quoted only where it must be. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
