import { purposeOf } from '../../../../domain/purpose.ts';
import type { ConfirmView } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import type { Scene } from '../scene.ts';
import { actionWords } from '../words/action-words.ts';
import { wordsIn } from '../words/words-in.ts';
import { button, cancelForm, startForm } from './forms.ts';
import type { Page } from './page.ts';
import { textToRead } from './text-part.ts';

/** The acr has decided on the device; one click starts. */
export function confirmPage({ device }: ConfirmView, scene: Scene): Page {
  const words = wordsIn(scene.language);
  const { applicationName, intent } = scene.login;
  const purpose = purposeOf(intent.action, applicationName, scene.language);
  const does = device === 'same' ? words.openApp(scene.eid.title) : words.showQr;
  const label = html`${does}<small>${purpose}</small>`;
  return {
    state: 'confirm',
    purpose: '',
    heading: actionWords(scene).withEid(scene.eid.title),
    picture: undefined,
    message: confirmMessage({ device }, scene),
    text: textToRead(scene),
    actions: html`${startForm(scene, device, button('primary', label, `${device}-device`))}
${cancelForm(scene)}`,
    reloads: false,
  };
}

/** What is about to happen, where the heading does not say it. */
export function confirmMessage(
  { device }: Pick<ConfirmView, 'device'>,
  { language }: Scene,
): string {
  return device === 'same' ? '' : wordsIn(language).onAnotherDeviceMeans;
}
