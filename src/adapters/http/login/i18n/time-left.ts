import type { Language } from '../../../../domain/language.ts';
import { FRAME_TEXTS } from './frame-texts.ts';

/** In seconds. The text changes once a minute, and every ten seconds at last. */
const MINUTE = 60;
const STEP = 10;

/** The rest of the time in words: "Time left: 2 minutes", rounded up. */
export function timeLeftIn(language: Language, seconds: number): string {
  const [amount, unit] =
    seconds > MINUTE
      ? ([Math.ceil(seconds / MINUTE), 'minute'] as const)
      : ([Math.max(1, Math.ceil(seconds / STEP)) * STEP, 'second'] as const);
  return FRAME_TEXTS[language].timeLeft(formatterOf(language, unit).format(amount));
}

/** Making one takes longer than the rest of a status request. */
const FORMATTERS = new Map<string, Intl.NumberFormat>();

function formatterOf(language: Language, unit: 'minute' | 'second'): Intl.NumberFormat {
  const name = `${language} ${unit}`;
  const known = FORMATTERS.get(name);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  FORMATTERS.set(name, made);
  return made;
}
