import type { DepartView } from '../../../../flows/browser-login/login.ts';
import { html } from '../html.ts';
import { textsIn } from '../i18n/language.ts';
import type { PageContext } from '../login-context.ts';
import type { Page } from './document.ts';
import { cancelForm } from './elements.ts';
import { textToRead } from './text.ts';

/** The person continues on the eID's own pages: by a link, since a form would need a wider `form-action`. */
export function departPage({ url }: DepartView, context: PageContext): Page {
  const texts = textsIn(context.language);
  const { title } = context;
  const heading = texts.departHeading(title);
  return {
    state: 'depart',
    heading,
    picture: undefined,
    message: texts.departMessage(title),
    text: textToRead(context),
    actions: html`<a class="button primary" href="${url}" data-testid="depart">${heading}</a>
${cancelForm(context)}`,
    reloads: false,
  };
}
