/**
 * A text with `{name}` for values, a list of such texts, or a group of templates. A list is sent with spaces between its
 * texts, a group as JSON, where null stays. Of a text such as `{one}|{other}` the first part counts that has all its values. The
 * text `{flag:name}` is the boolean true if the value exists, even if empty.
 */
export type Template = string | null | readonly string[] | { readonly [member: string]: Template };

/** The values of a request; undefined for those that it lacks. */
export type TemplateValues = Readonly<Record<string, string | undefined>>;

type Filled = string | true | null | { readonly [member: string]: Filled };

const PLACEHOLDER = /\{([\w:.-]+)\}/g;
const FLAG = /^\{flag:([\w:-]+)\}$/;

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

/** The first alternative of the text that has all its values, with them; undefined without any. */
export function filledText(template: string, values: TemplateValues): string | undefined {
  const complete = template
    .split('|')
    .find((text) => namesIn(text).every((name) => values[name] !== undefined));
  return complete?.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** The template with its values; undefined without them. */
export function fill(template: Template, values: TemplateValues): Filled | undefined {
  if (typeof template === 'string') {
    const [, flag] = FLAG.exec(template) ?? [];
    if (flag !== undefined) return values[flag] === undefined ? undefined : true;
    return filledText(template, values);
  }
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
