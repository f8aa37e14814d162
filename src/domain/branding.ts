import type { Language } from './language.ts';

/** The looks of a tenant, a domain or an application on our pages. Absent members are those of the wider scope. */
export interface Branding {
  /** The name beside the logo and in the footer, by language. */
  readonly displayName?: Readonly<Partial<Record<Language, string>>> | undefined;
  /** A PNG or SVG in base64. */
  readonly logo?: string | undefined;
  /** The same for dark pages; absent: `logo`. */
  readonly darkLogo?: string | undefined;
  /** `#rrggbb`: of buttons and links on light pages. Dark pages have a lighter one made from it. */
  readonly color?: string | undefined;
  readonly helpUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly accessibilityUrl?: string | undefined;
  readonly supportPhone?: string | undefined;
}

/**
 * Merges the branding of a tenant or domain with that of what is within it, member by member: the narrower one wins. Its
 * logo replaces the wider dark logo, too, which belongs to another logo.
 */
export function mergedBranding(
  wider: Branding | undefined,
  narrower: Branding | undefined,
): Branding | undefined {
  if (wider === undefined || narrower === undefined) return narrower ?? wider;
  const darkLogo = narrower.logo === undefined ? wider.darkLogo : undefined;
  return { ...wider, darkLogo, ...withoutAbsent(narrower) };
}

function withoutAbsent(branding: Branding): Branding {
  const members = Object.entries(branding).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}

/** The display name in a language; else the English one, else the first. */
export function displayNameIn(
  branding: Branding | undefined,
  language: Language,
): string | undefined {
  const names = branding?.displayName ?? {};
  return names[language] ?? names.en ?? Object.values(names)[0];
}
