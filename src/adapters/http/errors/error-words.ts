import type { Language } from '../../../domain/language.ts';

/** What frames an explanation. The explanation itself is for those who build an application, and English. */
export interface ErrorWords {
  readonly heading: string;
  readonly cause: string;
  readonly fix: string;
}

/** The frame in each language. */
export const ERROR_WORDS: Readonly<Record<Language, ErrorWords>> = {
  sv: { heading: 'Vad felet betyder', cause: 'Vad som hände', fix: 'Vad man kan göra' },
  da: { heading: 'Hvad fejlen betyder', cause: 'Hvad der skete', fix: 'Hvad man kan gøre' },
  nb: { heading: 'Hva feilen betyr', cause: 'Hva som skjedde', fix: 'Hva man kan gjøre' },
  fi: { heading: 'Mitä virhe tarkoittaa', cause: 'Mitä tapahtui', fix: 'Mitä voi tehdä' },
  en: { heading: 'What this error means', cause: 'What happened', fix: 'What to do' },
};
