/** The colours of our pages that a brand's colour meets, as in `login.css`. */
const LIGHT = { card: '#ffffff', ground: '#eef2f6', onAccent: '#ffffff' } as const;
const DARK = { card: '#18202a', ground: '#0e1318', onAccent: '#06203d' } as const;

/** WCAG 2.2 success criterion 1.4.3, for text of any size. */
const LEAST_CONTRAST = 4.5;
/** The steps from a colour to black or white. */
const STEPS = 100;

/** The accents of a page: of buttons and links, of a button under the pointer, and behind icons. */
export interface Accents {
  readonly accent: string;
  readonly strong: string;
  readonly soft: string;
}

/** The contrast of two colours `#rrggbb`: 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** A colour that is refused: its least contrast, with what, and the nearest darker colour that passes. */
export interface RefusedColour {
  readonly ratio: number;
  readonly on: string;
  readonly nearest: string;
}

/** Undefined for a colour that can be read as a link, and below the white text of a button. */
export function refusalOfColour(colour: string): RefusedColour | undefined {
  const worst = Object.values(LIGHT).toSorted(
    (a, b) => contrastOf(colour, a) - contrastOf(colour, b),
  )[0];
  const ratio = contrastOf(colour, worst ?? LIGHT.card);
  if (worst === undefined || ratio >= LEAST_CONTRAST) return undefined;
  return { ratio, on: worst, nearest: firstPassing(colour, '#000000', LIGHT) };
}

/** The accents of light and dark pages. */
export function accentsOf(colour: string): { readonly light: Accents; readonly dark: Accents } {
  const lighter = firstPassing(colour, '#ffffff', DARK);
  return {
    light: {
      accent: colour,
      strong: mixed(colour, '#000000', 0.2),
      soft: mixed(colour, LIGHT.card, 0.88),
    },
    dark: {
      accent: lighter,
      strong: mixed(lighter, '#ffffff', 0.4),
      soft: mixed(lighter, DARK.card, 0.82),
    },
  };
}

/** The first colour on the way to black or white that can be read with all of these. */
function firstPassing(
  colour: string,
  towards: string,
  backgrounds: Readonly<Record<string, string>>,
) {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mixed(colour, towards, step / STEPS);
    const ratios = Object.values(backgrounds).map((one) => contrastOf(candidate, one));
    if (Math.min(...ratios) >= LEAST_CONTRAST) return candidate;
  }
  return towards;
}

/** `share` of the other colour, from 0 to 1. */
function mixed(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const channels = channelsOf(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
