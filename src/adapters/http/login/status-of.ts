import type { LoginView } from '../../../flows/browser-login/login.ts';
import type { PageState } from './pages/page.ts';
import { progressOf } from './pages/page-of.ts';
import { linkOf } from './pages/waiting-page.ts';
import { pathOf, type Scene } from './scene.ts';

/** How a login stands, for the page's script. Nothing personal; absent members are undefined. */
export interface LoginStatus {
  /** Another one than the page's: the script fetches the page anew. `done`: it goes to `continue`. */
  readonly state: PageState | 'done';
  readonly message: string;
  /** The text of the QR code for this second. */
  readonly qr?: string | undefined;
  /** `open` is the one of the two that suits this browser. */
  readonly links?: Readonly<Record<'open' | 'app' | 'desktop', string | undefined>> | undefined;
  readonly continue?: string;
}

/** How a login stands, read from its view alone: a page is not built for it. `onwards` is where a login goes that has its person. */
export function statusOf(view: LoginView, scene: Scene, onwards: string): LoginStatus {
  if (view.step === 'finished') return { state: 'done', message: '', continue: onwards };
  // The page tells the application that there is nobody.
  if (view.step === 'refused') {
    return { state: 'done', message: '', continue: pathOf(scene.login) };
  }
  const { state, message } = progressOf(view, scene);
  if (view.step !== 'waiting') return { state, message };
  const open = linkOf(view, scene);
  const links = { open, app: view.clues?.appLink, desktop: view.clues?.desktopLink };
  return {
    state,
    message,
    qr: view.clues?.qrData,
    links: open === undefined ? undefined : links,
  };
}
