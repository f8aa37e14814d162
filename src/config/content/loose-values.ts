/** The list under a key of something unchecked; empty when there is none. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const list = memberAt(value, key);
  return Array.isArray(list) ? list : [];
}

/** The text under a key of something unchecked. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = memberAt(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** The member under a key of something unchecked. */
export function memberAt(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** True for what YAML calls a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
