import type { Device } from '../../../../domain/authentication.ts';
import { purposeOf } from '../../../../domain/purpose.ts';
import type { ConfirmView } from '../../../../flows/browser-login/login.ts';
import { type Html, html } from '../html.ts';
import { wordsIn } from '../i18n/language.ts';
import { actionWords, type Scene } from '../login-context.ts';
import type { Page } from './document.ts';
import { button, cancelForm, startForm, type Weight } from './elements.ts';
import { textToRead } from './text.ts';

/** The person says where the eID is. Phones have it with them; desktops seldom do. */
export function choosePage(scene: Scene): Page {
  const order = scene.mobile ? (['same', 'other'] as const) : (['other', 'same'] as const);
  return {
    state: 'choose',
    purpose: '',
    heading: actionWords(scene).withEid(scene.eid.title),
    picture: undefined,
    message: '',
    text: textToRead(scene),
    actions: html`${choice(scene, order[0], 'primary')}
${choice(scene, order[1], 'secondary')}
${cancelForm(scene)}`,
    reloads: false,
  };
}

function choice(scene: Scene, device: Device, weight: Weight): Html {
  const words = wordsIn(scene.language);
  const { title } = scene.eid;
  const label =
    device === 'same'
      ? html`${words.onThisDevice(title)}<small>${words.onThisDeviceMeans}</small>`
      : html`${words.onAnotherDevice(title)}<small>${words.onAnotherDeviceMeans}</small>`;
  return startForm(scene, device, button(weight, label, `${device}-device`));
}

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
