import type { Branding } from '../../../../domain/branding.ts';
import { PLAIN_LOGIN } from '../../../../domain/intent.ts';
import type { Language } from '../../../../domain/language.ts';
import { parseSupportCode } from '../../../../domain/support-code.ts';
import type { Environment } from '../../../../domain/tenant.ts';
import { type Brand, brandOf } from '../brands.ts';
import { textsIn } from '../i18n/language.ts';
import type { PageError } from '../i18n/texts.ts';
import type { PageContext } from '../login-context.ts';
import { layout } from '../pages/document.ts';
import { errorPage, loggedOutDocument } from '../pages/error-pages.ts';
import { pageOf } from '../routes/pages.ts';
import { SAMPLE_VIEWS, type SampleView } from './sample-views.ts';

/** How the pages look. */
export interface PreviewLook {
  readonly branding: Branding | undefined;
  readonly environment: Environment;
  readonly language: Language;
  /** As on a phone. */
  readonly mobile: boolean;
  readonly issuer: string;
  readonly applicationName: string;
}

const ERRORS: readonly PageError[] = [
  'login-not-found',
  'other-browser',
  'foreign-form',
  'eid-not-offered',
  'service-unavailable',
  'too-many-requests',
  'internal-error',
];
const SUPPORT_CODE = 'K7F2-QX9M';
const LOGGED_OUT = 'logged-out';

/** The names of all pages and states. */
export const PREVIEW_NAMES: readonly string[] = [
  ...SAMPLE_VIEWS.keys(),
  ...ERRORS.map((error) => `error-${error}`),
  LOGGED_OUT,
];

/**
 * One page with sample data as a document; undefined for an unknown name. Its script sends nothing. It needs our `/assets`
 * and the files of the brand at the same origin.
 */
export function previewPage(name: string, look: PreviewLook): string | undefined {
  return previewDocument(name, look)?.html;
}

/** The same, with the files of the brand by their paths. */
export function previewDocument(
  name: string,
  look: PreviewLook,
): { readonly html: string; readonly files: Brand['files'] } | undefined {
  const brand = look.branding && brandOf(look.branding);
  const html = documentOf(name, look, brand);
  return html === undefined ? undefined : { html, files: brand?.files ?? new Map() };
}

/** All pages, and the files of the brand by their paths. */
export function previewPages(look: PreviewLook): {
  readonly pages: ReadonlyMap<string, string>;
  readonly files: Brand['files'];
} {
  const brand = look.branding && brandOf(look.branding);
  const pages = PREVIEW_NAMES.map((name) => [name, documentOf(name, look, brand) ?? ''] as const);
  return { pages: new Map(pages), files: brand?.files ?? new Map() };
}

function documentOf(name: string, look: PreviewLook, brand: Brand | undefined): string | undefined {
  const { environment, language } = look;
  const frame = { environment, brand };
  const sample = SAMPLE_VIEWS.get(name);
  if (sample !== undefined) {
    const context = contextOf(sample, look, frame);
    return layout(pageOf(sample.view, context), context);
  }
  if (name === LOGGED_OUT) return loggedOutDocument(language, frame);
  const error = ERRORS.find((one) => name === `error-${one}`);
  if (error === undefined) return undefined;
  const { title, description } = textsIn(language).errors[error];
  const samePage = { path: '/', parameters: [] };
  const facts = { title, description, code: error, supportCode: SUPPORT_CODE };
  return errorPage({ ...facts, language, frame, samePage });
}

/** The eID of no country. Its texts are ours, so that every page is in its language. */
function contextOf(
  { intent = PLAIN_LOGIN, isRedirect = false, anyDevice = false }: SampleView,
  { issuer, applicationName, language, mobile }: PreviewLook,
  frame: PageContext['frame'],
): PageContext {
  const title = 'eID';
  const texts = textsIn(language);
  const supportCode = parseSupportCode(SUPPORT_CODE);
  return {
    login: { id: 'preview', issuer, applicationName, intent, supportCode },
    title,
    hasApp: !isRedirect,
    eid: isRedirect
      ? { kind: 'redirect' }
      : {
          kind: 'order',
          texts: (_code, { ended }) =>
            ended ? texts.endedAtEid(title) : `${texts.continueIn(title)}.`,
        },
    variant: { device: anyDevice ? undefined : 'other' },
    offer: {},
    language,
    mobile,
    frame,
    isPreview: true,
  };
}
