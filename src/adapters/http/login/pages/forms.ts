import type { Device } from '../../../../domain/authentication.ts';
import type { StartTrouble } from '../../../../flows/browser-login/login.ts';
import { type Html, html } from '../html.ts';
import { pathOf, type Scene } from '../scene.ts';
import { wordsIn } from '../words/words-in.ts';

/** How much a button asks for attention. */
export type Weight = 'primary' | 'secondary' | 'quiet';

/** The click that starts an order on a device. */
export function startForm(scene: Scene, device: Device, button: Html): Html {
  return html`<form method="post" action="${pathOf(scene.login)}/start" data-form="start">
<input type="hidden" name="device" value="${device}">
${button}
</form>`;
}

/** The click that leaves for the application, and what was in the way before, if that is stored nowhere. */
export function cancelForm(
  scene: Scene,
  { label, because }: { readonly label?: string; readonly because?: StartTrouble | undefined } = {},
): Html {
  return html`<form method="post" action="${pathOf(scene.login)}/cancel" data-form="cancel">
${because !== undefined && html`<input type="hidden" name="because" value="${because}">`}
${button('quiet', label ?? wordsIn(scene.language).cancel, 'cancel')}
</form>`;
}

/** A button of a form. */
export function button(weight: Weight, label: string | Html, testId: string): Html {
  return html`<button class="button ${weight}" data-testid="${testId}">${label}</button>`;
}
