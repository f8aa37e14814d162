import type { Html } from '../html.ts';

/**
 * What a page shows, for the script: it fetches the page anew when this changes.
 * `read` a text alone · `scan` a QR code · `open` a link into the app · `app` the person is in the app · `return` the app is to come back.
 */
export type PageState =
  | 'choose'
  | 'confirm'
  | 'read'
  | 'scan'
  | 'open'
  | 'app'
  | 'return'
  | 'ended';

/** One page of a login: what stands in the places of the layout. */
export interface Page {
  readonly state: PageState;
  /** What is under way, and with whom; empty where the heading says it. */
  readonly purpose: string;
  readonly heading: string;
  readonly picture: Html | undefined;
  /** How it stands; read out by screen readers when it changes. */
  readonly message: string;
  /** What the person signs, or what the application has to say. */
  readonly text: Html | undefined;
  readonly actions: Html;
  /** Where login.js does not run, the page reloads itself. */
  readonly reloads: boolean;
}
