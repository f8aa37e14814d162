import type { LoginView } from '../../../../flows/browser-login/login.ts';
import type { Scene } from '../scene.ts';
import { choosePage } from './choose-page.ts';
import { confirmMessage, confirmPage } from './confirm-page.ts';
import { endedMessage, endedPage } from './ended-page.ts';
import type { Page } from './page.ts';
import { waitingMessage, waitingPage, waitingState } from './waiting-page.ts';

/** A view that is shown; the others send the browser onwards. */
export type ShownView = Exclude<LoginView, { readonly step: 'finished' | 'refused' }>;

/** The page for how a login stands. */
export function pageOf(view: ShownView, scene: Scene): Page {
  switch (view.step) {
    case 'choose':
      return choosePage(scene);
    case 'confirm':
      return confirmPage(view, scene);
    case 'waiting':
      return waitingPage(view, scene);
    case 'ended':
      return endedPage(view, scene);
  }
}

/** What changes while the page is open: its state and message, without the page. */
export function progressOf(view: ShownView, scene: Scene): Pick<Page, 'state' | 'message'> {
  switch (view.step) {
    case 'choose':
      return { state: 'choose', message: '' };
    case 'confirm':
      return { state: 'confirm', message: confirmMessage(view, scene) };
    case 'waiting':
      return { state: waitingState(view, scene), message: waitingMessage(view, scene) };
    case 'ended':
      return { state: 'ended', message: endedMessage(view, scene) };
  }
}
