/** What is asked of the person; billed differently. */
export type Kind = 'authentication' | 'signature';

/** Which words our pages use for what the person does. `sign` goes with kind `signature` alone. */
export const ACTIONS = ['login', 'confirm', 'accept', 'approve', 'sign'] as const;

/** One of them. */
export type Action = (typeof ACTIONS)[number];

/** What an application wants of the person, beside an identity. */
export interface Intent {
  readonly kind: Kind;
  readonly action: Action;
  /** For the eID's app; always there for a signature. */
  readonly text: ShownText | undefined;
  /** The national id, as the eID writes it, of the one person who may answer; undefined: any person. */
  readonly person: string | undefined;
}

/** Nothing but an identity. */
export const PLAIN_LOGIN: Intent = {
  kind: 'authentication',
  action: 'login',
  text: undefined,
  person: undefined,
};

/** Text for the eID's app, and data for its signature alone, both as they are handed to the eID: in base64. */
export interface ShownText {
  readonly visible: string | undefined;
  readonly format: 'plaintext' | 'markdown';
  readonly nonVisible: string | undefined;
}
