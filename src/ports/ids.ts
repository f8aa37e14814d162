/** A new unguessable identifier: 256 random bits, base64url. */
export type NewId = () => string;
