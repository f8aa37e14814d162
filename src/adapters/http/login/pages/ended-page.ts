import type { EndedView } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import type { Scene } from '../scene.ts';
import { parseStartTrouble } from '../start-refusal.ts';
import { wordsIn } from '../words/words-in.ts';
import { button, cancelForm, startForm } from './forms.ts';
import { stoppedIcon } from './icons.ts';
import type { Page } from './page.ts';
import { textAgain } from './text-part.ts';

/** What happened, and the ways on. `reference` names our log's entry when something failed on the way. */
export function endedPage(view: EndedView, scene: Scene, reference?: string): Page {
  const words = wordsIn(scene.language);
  const { login, eid, variant } = scene;
  const { device } = view;
  const elsewhere = device === 'same' ? 'other' : 'same';
  const switchLabel = elsewhere === 'same' ? words.useThisDevice : words.useAnotherDevice;
  return {
    state: 'ended',
    purpose: '',
    heading: words.ended(eid.title)[view.why],
    picture: stoppedIcon,
    message: endedMessage(view, scene),
    text: textAgain(scene),
    actions: html`${startForm(scene, device, button('primary', words.tryAgain, 'try-again'))}
${variant.device === undefined && startForm(scene, elsewhere, button('secondary', switchLabel, `${elsewhere}-device`))}
${cancelForm(scene, { label: words.backTo(login.applicationName), because: parseStartTrouble(view.why) })}
${reference !== undefined && html`<p class="reference">${words.reference}: <code data-testid="reference">${reference}</code></p>`}`,
    reloads: false,
  };
}

/** The eID's words, but for endings that we decided on ourselves. */
export function endedMessage({ why, hint, device }: EndedView, scene: Scene): string {
  const { login, eid, language, mobile } = scene;
  const words = wordsIn(language);
  if (why === 'too-many-requests') return words.errors[why].description;
  if (why === 'other-person') return words.otherPerson(login.applicationName);
  if (hint === undefined && why === 'expired') return words.expired;
  if (hint === undefined && why === 'other-browser') return words.otherBrowser;
  return eid.words(hint ?? why, { language, device, mobile, ended: true });
}
