import type { Device } from '../../../../domain/authentication.ts';
import { type Html, html } from '../html.ts';
import type { Scene } from '../scene.ts';
import { actionWords } from '../words/action-words.ts';
import { wordsIn } from '../words/words-in.ts';
import { button, cancelForm, startForm, type Weight } from './forms.ts';
import type { Page } from './page.ts';
import { textToRead } from './text-part.ts';

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
