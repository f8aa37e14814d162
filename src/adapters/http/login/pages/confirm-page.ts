import type { ConfirmView } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import type { Scene } from '../scene.ts';
import { wordsIn } from '../words/words-in.ts';
import { button, cancelForm, startForm } from './forms.ts';
import type { Page } from './page.ts';

/** The acr has decided on the device; one click starts. */
export function confirmPage({ device }: ConfirmView, scene: Scene): Page {
  const words = wordsIn(scene.language);
  const label = device === 'same' ? words.openApp(scene.eid.title) : words.showQr;
  return {
    state: 'confirm',
    heading: words.logInWith(scene.eid.title),
    picture: undefined,
    message: device === 'same' ? '' : words.onAnotherDeviceMeans,
    actions: html`${startForm(scene, device, button('primary', label, `${device}-device`))}
${cancelForm(scene)}`,
    reloads: false,
  };
}
