/** Why somebody is not logged in. */
export interface Refusal {
  readonly error: string;
  readonly description: string;
}

/** Puts whatever the OpenID Connect library threw into words for the error page. */
export function explainRefusal(thrown: unknown, issuer: string): Refusal {
  const failure = thrown as Failure;
  if (typeof failure.error === 'string') {
    return { error: failure.error, description: failure.error_description ?? '' };
  }
  if (isUnreachable(failure)) {
    return { error: 'service_unreachable', description: `${issuer} does not answer.` };
  }
  // The library says what did not hold in the message of the cause.
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
