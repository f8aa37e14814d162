import type { Settings } from '../api/shapes.ts';

/** A setting's text; empty when it is absent. */
export function textIn(settings: Settings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
}

/** A setting's list of texts; empty when it is absent. */
export function textsIn(settings: Settings, name: string): readonly string[] {
  const value = settings[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
