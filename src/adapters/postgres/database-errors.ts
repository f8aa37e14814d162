import pg from 'pg';

/** The server cannot serve, or was stopped in the middle (appendix A of the manual): classes, and single codes. */
const STATES = [
  /^08(?!P01)/, // The connection broke. Of 08P01 we are the cause.
  /^28/, // It does not let us in any more.
  /^53/, // No connection, memory or disk is left.
  /^57P0/, // It stops, starts or crashed.
  /^58/, // Its disk fails.
  /^(?:57014|55P03|25P03|25P04)$/, // A statement, a lock or a transaction took too long.
  /^25006$/, // It is a standby, or was made read-only.
  /^40(?:001|P01)$/, // Statements stand in one another's way.
];

/** Of the driver's own errors, which have no codes, and of its pool's. */
const TEXTS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Of the network. ENOENT: the socket's file is not there. */
const NETWORK =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EMFILE|ENFILE)$/;

/** True when the database did not do what was asked because it could not now; false for what is wrong with the asking. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (error instanceof pg.DatabaseError) {
    return typeof code === 'string' && STATES.some((state) => state.test(code));
  }
  if (typeof code === 'string') return NETWORK.test(code);
  return typeof message === 'string' && TEXTS.test(message);
}

/** True when the server undid the statement for the sake of another one: it may be run again. */
export function wasUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^40(?:001|P01)$/.test(error.code ?? '');
}
