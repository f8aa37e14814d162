/**
 * A text with `{name}` for values of the request; a list of such texts, sent with spaces between them; or a group of
 * templates that is sent as JSON. There, null stays.
 */
export type Template = string | null | readonly string[] | { readonly [member: string]: Template };

/** The values of a request; undefined for those that it lacks. */
export type TemplateValues = Readonly<Record<string, string | undefined>>;

type Filled = string | null | { readonly [member: string]: Filled };

const PLACEHOLDER = /\{([\w:-]+)\}/g;

/** The parameters with their values. A text without one of its values is omitted, and so is an empty group. */
export function filledParameters(
  parameters: Readonly<Record<string, Template>>,
  values: TemplateValues,
): Record<string, string> {
  const filled = Object.entries(parameters).flatMap(([name, template]) => {
    const value = fill(template, values);
    if (value === undefined || value === null) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return Object.fromEntries(filled);
}

/** The text with its values; undefined without one of them. */
export function filledText(template: string, values: TemplateValues): string | undefined {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return template.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');
}

function fill(template: Template, values: TemplateValues): Filled | undefined {
  if (typeof template === 'string') return filledText(template, values);
  if (template === null) return null;
  if (isList(template)) {
    return template.flatMap((text) => filledText(text, values) ?? []).join(' ') || undefined;
  }
  const members = Object.entries(template).flatMap(([name, member]) => {
    const value = fill(member, values);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function isList(template: Template): template is readonly string[] {
  return Array.isArray(template);
}
