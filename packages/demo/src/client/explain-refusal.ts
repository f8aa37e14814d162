/** The reason for a failed login. */
export interface Refusal {
  readonly error: string;
  readonly description: string;
}

/** Words an error of the OpenID Connect library for the error page. */
export function explainRefusal(thrown: unknown, issuer: string): Refusal {
  const failure = thrown as Failure;
  if (typeof failure.error === 'string') {
    return { error: failure.error, description: failure.error_description ?? '' };
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
  readonly cause?: { readonly message?: string };
}

function isUnreachable({ message, code, cause }: Failure): boolean {
  return [message, cause?.message].includes('fetch failed') || code === 'OAUTH_TIMEOUT';
}
