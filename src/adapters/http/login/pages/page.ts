import type { Html } from '../html.ts';

/**
 * What a page shows, for the script: it fetches the page anew when this changes.
 * `scan` a QR code · `open` a link into the app · `app` the person is in the app · `return` the app is to come back.
 */
export type PageState = 'choose' | 'confirm' | 'scan' | 'open' | 'app' | 'return' | 'ended';

/** One page of a login: what stands in the places of the layout. */
export interface Page {
  readonly state: PageState;
  readonly heading: string;
  readonly picture: Html | undefined;
  /** How it stands; read out by screen readers when it changes. */
  readonly message: string;
  readonly actions: Html;
  /** Without a script the page reloads itself. */
  readonly reloads: boolean;
}
