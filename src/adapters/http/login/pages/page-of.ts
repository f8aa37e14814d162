import type { LoginView } from '../../../../flows/browser-login/login.ts';
import type { Scene } from '../scene.ts';
import { choosePage } from './choose-page.ts';
import { confirmPage } from './confirm-page.ts';
import { endedPage } from './ended-page.ts';
import type { Page } from './page.ts';
import { waitingPage } from './waiting-page.ts';

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
