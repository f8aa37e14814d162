import type { Json } from '../../../../domain/json.ts';
import { LANGUAGES, type Language } from '../../../../domain/language.ts';
import type { Environment } from '../../../../domain/tenant.ts';
import type {
  BrandedLook,
  ReadBrandedLook,
} from '../../../../management/configuration/preview-branding.ts';
import { type JsonSchema, objectOf } from '../../json-schema.ts';
import { ApiProblem } from '../../problem.ts';
import {
  type ApiAnswer,
  type ApiRequest,
  defineRoute,
  type Parameter,
  type Route,
} from '../../route.ts';
import { json, named, TENANT } from '../schemas.ts';
import { LOGO_LIMITS } from './branding.ts';

/** Draws one page; undefined for an unknown name. */
export type DrawPage = (
  name: string,
  look: BrandedLook & {
    readonly language: Language;
    readonly mobile: boolean;
    readonly theme: 'light' | 'dark' | undefined;
  },
) => { readonly html: string; readonly contentSecurityPolicy: string } | undefined;

/** What the routes of a preview need. */
export interface PreviewDeps {
  readonly readBrandedLook: ReadBrandedLook;
  readonly drawPage: DrawPage;
  /** The names of all pages and states. */
  readonly pageNames: readonly string[];
}

const PATH = '/api/tenants/:tenant/branding/preview';
/** The media type of a form: a page may post it into a frame. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

const TEXT = { type: 'string', minLength: 1, maxLength: 260 } as const;

/** The page and how it is shown: the same by GET and POST. */
const SHOWN = {
  page: { ...TEXT, description: 'One of `preview/pages`; the first unless given.' },
  language: { enum: LANGUAGES, description: 'English unless given.' },
  mobile: { type: 'boolean', description: 'As on a phone.' },
  theme: { enum: ['light', 'dark'], description: 'As the browser prefers unless given.' },
  environment: {
    enum: ['test', 'production'],
    description: 'As on domains of that kind; as on the domain unless given.',
  },
  domain: { ...TEXT, description: 'The host of a domain, for its branding.' },
  application: { ...TEXT, description: 'A client id, for its branding.' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const PAGE_ANSWER = {
  description: 'A page without scripts and other files, for a frame of the same origin.',
  content: { 'text/html': { type: 'string' } },
} as const;

/** Draws the pages of a branding, stored or not. */
export function previewRoutes(deps: PreviewDeps): Route[] {
  const { readBrandedLook, drawPage, pageNames } = deps;
  const params = { tenant: TENANT };
  return [
    defineRoute({
      name: 'listPreviewPages',
      method: 'GET',
      path: `${PATH}/pages`,
      summary: 'The pages and languages of which there is a preview.',
      permission: 'configuration.read',
      params,
      answers: {
        200: json(
          'Their names.',
          objectOf({
            items: { type: 'array', items: { type: 'string' } },
            languages: { type: 'array', items: { type: 'string' } },
            next: { type: 'null' },
          }),
        ),
      },
      handle: async () => ({
        status: 200,
        body: { items: pageNames, languages: LANGUAGES, next: null },
      }),
    }),

    defineRoute({
      name: 'previewStoredBranding',
      method: 'GET',
      path: PATH,
      summary: 'One page with sample data, as it is branded now.',
      permission: 'configuration.read',
      params,
      query: parametersOf(SHOWN),
      answers: { 200: PAGE_ANSWER },
      handle: (request) => draw(request, request.query, undefined),
    }),

    defineRoute({
      name: 'previewBranding',
      method: 'POST',
      path: PATH,
      summary:
        'The same with a branding that is not saved. A form has the JSON in its one field `request`.',
      permission: 'configuration.read',
      params,
      body: {
        types: ['application/json', FORM_TYPE],
        schema: {
          type: 'object',
          properties: { ...SHOWN, branding: named('Branding') },
          required: ['branding'],
          additionalProperties: false,
        },
        limits: LOGO_LIMITS,
      },
      answers: { 200: PAGE_ANSWER },
      handle(request) {
        const { branding, ...shown } = request.body as Shown & { readonly branding: Json };
        return draw(request, shown, branding);
      },
    }),
  ];

  async function draw(
    { params: { tenant = '' } }: ApiRequest,
    shown: Shown,
    branding: Json | undefined,
  ): Promise<ApiAnswer> {
    const { page = pageNames[0], language = 'en', mobile = false, theme } = shown;
    const { domain, application, environment } = shown as Readonly<Record<string, string>>;
    const look = await readBrandedLook({
      tenantId: tenant,
      domain,
      application,
      environment: environment as Environment | undefined,
      branding,
    });
    const drawn = drawPage(String(page), {
      ...look,
      language: language as Language,
      mobile: mobile === true,
      theme: theme as 'light' | 'dark' | undefined,
    });
    if (drawn === undefined) throw new ApiProblem(404, 'There is no such page.');
    const { html, contentSecurityPolicy } = drawn;
    return {
      status: 200,
      body: html,
      type: 'text/html; charset=utf-8',
      headers: {
        'Content-Security-Policy': contentSecurityPolicy,
        // It means the same as `frame-ancestors`, to browsers that know only this.
        'X-Frame-Options': 'SAMEORIGIN',
      },
    };
  }
}

type Shown = Readonly<Partial<Record<keyof typeof SHOWN, string | number | boolean | undefined>>>;

function parametersOf(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, Parameter>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { description = '', ...schema }]) => [
      name,
      { description, schema },
    ]),
  );
}

/** The JSON in the one field of a form. @throws {ApiProblem} 400 */
export function jsonInForm(text: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(text).get('request') ?? '');
  } catch {
    throw new ApiProblem(400, 'The form has no valid JSON in its field request.');
  }
}
