/**
 * The algorithms that sign tokens, in the order in which their keys are published: RS256 is the default of
 * every client.
 */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256'] as const;

/** One of them. */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];
