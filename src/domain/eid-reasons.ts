/** Why a request to an eID, or its answer, failed. */
export const EID_REASONS = [
  'eid-untrusted',
  'eid-certificate-expired',
  'eid-other-host',
  'eid-key-not-pinned',
  'eid-refused-certificate',
  'eid-tls-failed',
  'eid-address-wrong',
  'eid-too-slow',
  'eid-hung-up',
  'eid-out-of-order',
  'eid-unreadable',
  'eid-not-called',
  'eid-calls-full',
  'eid-refused-parameters',
  'eid-settings-unfit',
  'credentials-refused',
  'answer-not-redeemed',
  'answer-unverified',
  'order-unknown',
  'other-country',
  'words-not-chosen',
  'eid-returned-error',
] as const;

export type EidReason = (typeof EID_REASONS)[number];

/** Values for the `{name}` of a reason's words: ASCII, ours or a code of the eID. Never a secret, never of a person. */
export type StepFacts = Readonly<Record<string, string>>;

/** What was found out about a failure at the eID. */
export interface EidFinding {
  readonly reason: EidReason;
  readonly facts?: StepFacts | undefined;
}
