/** Sends one message to a receiver. Never rejects. */
export type SendWebhook = (
  message: WebhookMessage,
  receiver: WebhookReceiver,
) => Promise<WebhookOutcome>;

/** What is told. The same id means the same message, however often it comes. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
  /** The moment of this attempt. */
  readonly at: Date;
}

/** Who is told. */
export interface WebhookReceiver {
  readonly url: string;
  /** Each signs, in the form of Standard Webhooks. */
  readonly secrets: readonly string[];
  /** It may be on the own machine. */
  readonly ownMachine: boolean;
}

/** What became of it: a status of success, another status, or no answer at all. */
export type WebhookOutcome = 'accepted' | 'refused' | 'unreachable';
