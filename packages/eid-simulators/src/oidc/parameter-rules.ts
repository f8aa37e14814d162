/** The values that a parameter of an authorization request may have; every other value is refused. */
export interface ParameterRule {
  readonly required?: boolean;
  /** Refused outside of a pushed request. */
  readonly pushedOnly?: boolean;
  /** One of these. */
  readonly words?: readonly string[];
  readonly pattern?: RegExp;
  /** Text in base64, of at most this many characters before the encoding. */
  readonly base64Text?: number;
  /** JSON's null. */
  readonly isNull?: boolean;
  /** A JSON boolean. */
  readonly isBoolean?: boolean;
}

/**
 * Rules by parameter. A path such as `idp_params.mitid.loa_value` is a member of the JSON object in `idp_params`, which
 * may have no members without a rule.
 */
export type ParameterRules = Readonly<Record<string, ParameterRule>>;

/** The parameters of a request as received. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A path of the parameters; or a part of the text there, that of the only group of a pattern. */
export type RequestPath =
  | string
  | { readonly path: string; readonly part: RegExp; readonly isBase64?: boolean };

/** The names of the parameters that have rules. */
export function parameterNames(rules: ParameterRules): readonly string[] {
  return [...new Set(Object.keys(rules).map(parameterOf))];
}

/** Returns the first fault of the parameters, or undefined. It names the parameter, never the value. */
export function faultOf(
  rules: ParameterRules,
  parameters: Parameters,
  isPushed: boolean,
): string | undefined {
  const values = valuesOf(rules, parameters);
  for (const [path, value] of values) {
    const rule = rules[path];
    if (rule === undefined) return `${path} is unknown or malformed`;
    if (rule.pushedOnly && !isPushed) return `${path} is for pushed requests only`;
    const fault = faultOfValue(rule, value);
    if (fault !== undefined) return `${path} ${fault}`;
  }
  const missing = Object.keys(rules).find((path) => rules[path]?.required && !values.has(path));
  return missing && `${missing} is missing`;
}

/** Returns the text at a path, decoded. The parameters have no fault. */
export function textAt(
  rules: ParameterRules,
  parameters: Parameters,
  path: string,
): string | undefined {
  const value = valuesOf(rules, parameters).get(path);
  if (value === undefined) return undefined;
  return rules[path]?.base64Text === undefined ? String(value) : decoded(value);
}

/** Returns the text that a page shows, or a part of it. The parameters have no fault. */
export function requestedText(
  rules: ParameterRules,
  parameters: Parameters,
  wanted: RequestPath,
): string | undefined {
  if (typeof wanted === 'string') return textAt(rules, parameters, wanted);
  const { path, part, isBase64 } = wanted;
  const [, found] = part.exec(textAt(rules, parameters, path) ?? '') ?? [];
  return found !== undefined && isBase64 ? decoded(found) : found;
}

/** The parameters that have rules, those of JSON member by member. JSON that is no object remains a text. */
function valuesOf(rules: ParameterRules, parameters: Parameters): ReadonlyMap<string, unknown> {
  const values = parameterNames(rules).flatMap((name): [string, unknown][] => {
    const value = parameters[name];
    if (value === undefined) return [];
    return rules[name] === undefined ? leaves(name, parsed(value)) : [[name, value]];
  });
  return new Map(values);
}

function leaves(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leaves(`${path}.${name}`, member));
}

function faultOfValue(rule: ParameterRule, value: unknown): string | undefined {
  if (rule.isNull) return value === null ? undefined : 'is not null';
  if (rule.isBoolean) return typeof value === 'boolean' ? undefined : 'is not a boolean';
  if (typeof value !== 'string') return 'is not a text';
  if (rule.words !== undefined && !rule.words.includes(value)) return 'is unknown';
  if (rule.pattern !== undefined && !rule.pattern.test(value)) return 'is malformed';
  return rule.base64Text === undefined ? undefined : faultOfText(value, rule.base64Text);
}

function faultOfText(value: string, most: number): string | undefined {
  const text = decoded(value);
  if (text === undefined) return 'is not base64 of UTF-8';
  return [...text].length > most ? `is longer than ${most} characters` : undefined;
}

function parameterOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

function decoded(value: unknown): string | undefined {
  const bytes = Buffer.from(String(value), 'base64');
  if (bytes.toString('base64') !== value) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
