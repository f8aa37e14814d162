/** A new unguessable identifier: 256 random bits, base64url. */
export type NewId = () => string;

/** A new unguessable id of a CIBA or headless request: 128 random bits, written like a UUID. */
export type NewRequestId = () => string;

/** The id of the attempt behind the id of a CIBA or headless request: a hash, so that no usable id is stored. */
export type AttemptIdOf = (requestId: string) => string;
