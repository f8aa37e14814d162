import { purposeOf } from '../../../../domain/purpose.ts';
import { html } from '../html.ts';
import { pathOf, type Scene } from '../scene.ts';
import { wordsIn } from '../words/words-in.ts';
import type { Page } from './page.ts';
import { textToRead } from './text-part.ts';

/** The text alone, for browsers without a script: a page that stays as it is while the person reads. */
export function readPage(scene: Scene): Page {
  const { applicationName, intent } = scene.login;
  return {
    state: 'read',
    purpose: purposeOf(intent.action, applicationName, scene.language),
    heading: wordsIn(scene.language).readText,
    picture: undefined,
    message: '',
    text: textToRead(scene),
    actions: html`<a class="button primary" href="${pathOf(scene.login)}" data-testid="back">${wordsIn(scene.language).goBack}</a>`,
    reloads: false,
  };
}
