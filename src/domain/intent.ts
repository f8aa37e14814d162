import type { Acr } from './acr.ts';

/** The kind of an order; each is billed differently. */
export type Kind = 'authentication' | 'signature';

/** The person's action, which decides the texts of our pages. `sign` is for kind `signature` alone. */
export const ACTIONS = ['login', 'confirm', 'accept', 'approve', 'sign'] as const;

/** One action. */
export type Action = (typeof ACTIONS)[number];

/** The request of an application to the person, beside an identity. */
export interface Intent {
  readonly kind: Kind;
  readonly action: Action;
  /** For the eID's app; a signature always has one. */
  readonly text: ShownText | undefined;
  /** The national id, in the eID's format, of the only person who may answer; undefined: any person. */
  readonly person: string | undefined;
  /** The values of the eID's own directives, by their names; absent without any. */
  readonly directives?: Readonly<Record<string, string>>;
  /** The national id that the person typed on our page: only that person may answer. */
  readonly typed?: string;
  /** The acr value of the eID that identifies the person for the requested one; absent where that has none. */
  readonly via?: Acr;
}

/** Nothing but an identity. */
export const PLAIN_LOGIN: Intent = {
  kind: 'authentication',
  action: 'login',
  text: undefined,
  person: undefined,
};

/** A text for the eID's app, and data for the signature alone, both in base64 as the eID takes them. */
export interface ShownText {
  readonly visible: string | undefined;
  readonly format: 'plaintext' | 'markdown';
  readonly nonVisible: string | undefined;
}
