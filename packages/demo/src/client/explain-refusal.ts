/** The reason for a failed login. */
export interface Refusal {
  readonly error: string;
  readonly description: string;
  /** For the support of the service; absent where it sent none. */
  readonly supportCode?: string;
  /** The page of the service that explains the error. */
  readonly explanation?: string;
}

/** Words an error of the OpenID Connect library for the error page. */
export function explainRefusal(thrown: unknown, issuer: string): Refusal {
  const failure = thrown as Failure;
  if (typeof failure.error === 'string') {
    const { error, error_description: description = '' } = failure;
    return { error, description, ...supportIn(failure, issuer) };
  }
  if (isUnreachable(failure)) {
    return { error: 'service_unreachable', description: `${issuer} does not answer.` };
  }
  // The message of the cause names the failed check.
  const message = failure.cause?.message ?? failure.message ?? String(thrown);
  return { error: failure.code ?? 'login_failed', description: message };
}

interface Failure {
  readonly error?: unknown;
  readonly error_description?: string;
  readonly code?: string;
  readonly message?: string;
  /** The parameters of the redirect, or the error beneath. */
  readonly cause?: URLSearchParams & { readonly message?: string };
  /** Of the token endpoint, and the other endpoints that answer with JSON. */
  readonly response?: Response;
}

/** A redirect has the code in `error_uri`, an answer in its header. Another site's page is not shown: anybody can call the callback. */
function supportIn({ cause, response }: Failure, issuer: string): Partial<Refusal> {
  const header = response?.headers.get('support-code');
  if (header) return { supportCode: header };
  const uri = cause instanceof URLSearchParams ? cause.get('error_uri') : null;
  if (uri === null || !uri.startsWith(`${issuer}/errors/`)) return {};
  const supportCode = new URL(uri).searchParams.get('code');
  return { explanation: uri, ...(supportCode !== null && { supportCode }) };
}

function isUnreachable({ message, code, cause }: Failure): boolean {
  return [message, cause?.message].includes('fetch failed') || code === 'OAUTH_TIMEOUT';
}
