import type { Language } from '../../../../domain/language.ts';

/** The texts around a page and beside its QR code. */
export interface FrameTexts {
  /** The language's name for itself. */
  readonly name: string;
  /** Names the list of languages for screen readers. */
  readonly language: string;
  /** On every page of a test domain. */
  readonly testDomain: string;
  /** `time` is a quantity such as "2 minutes". */
  timeLeft(time: string): string;
  readonly qrOutOfView: string;
  /** The links of the operator. */
  readonly help: string;
  readonly privacy: string;
  readonly accessibility: string;
  /** Of a link. */
  readonly newTab: string;
}

/** In each language. */
export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  sv: {
    name: 'Svenska',
    language: 'Språk',
    testDomain: 'Test – inga riktiga identiteter',
    timeLeft: (time) => `Tid kvar: ${time}`,
    qrOutOfView: 'Hela QR-koden syns inte. Rulla tills du ser hela koden.',
    help: 'Hjälp',
    privacy: 'Integritet',
    accessibility: 'Tillgänglighet',
    newTab: 'Öppnas i en ny flik',
  },
  da: {
    name: 'Dansk',
    language: 'Sprog',
    testDomain: 'Test – ingen rigtige identiteter',
    timeLeft: (time) => `Tid tilbage: ${time}`,
    qrOutOfView: 'Hele QR-koden kan ikke ses. Rul, indtil du ser hele koden.',
    help: 'Hjælp',
    privacy: 'Privatliv',
    accessibility: 'Tilgængelighed',
    newTab: 'Åbner i en ny fane',
  },
  nb: {
    name: 'Norsk',
    language: 'Språk',
    testDomain: 'Test – ingen ekte identiteter',
    timeLeft: (time) => `Tid igjen: ${time}`,
    qrOutOfView: 'Hele QR-koden vises ikke. Rull til du ser hele koden.',
    help: 'Hjelp',
    privacy: 'Personvern',
    accessibility: 'Tilgjengelighet',
    newTab: 'Åpnes i en ny fane',
  },
  fi: {
    name: 'Suomi',
    language: 'Kieli',
    testDomain: 'Testi – ei oikeita henkilöllisyyksiä',
    timeLeft: (time) => `Aikaa jäljellä: ${time}`,
    qrOutOfView: 'QR-koodi ei näy kokonaan. Vieritä, kunnes näet koko koodin.',
    help: 'Ohje',
    privacy: 'Tietosuoja',
    accessibility: 'Saavutettavuus',
    newTab: 'Avautuu uuteen välilehteen',
  },
  nl: {
    name: 'Nederlands',
    language: 'Taal',
    testDomain: 'Test – geen echte identiteiten',
    timeLeft: (time) => `Resterende tijd: ${time}`,
    qrOutOfView: 'De QR-code is niet helemaal in beeld. Scrol tot u de hele code ziet.',
    help: 'Hulp',
    privacy: 'Privacy',
    accessibility: 'Toegankelijkheid',
    newTab: 'Opent in een nieuw tabblad',
  },
  de: {
    name: 'Deutsch',
    language: 'Sprache',
    testDomain: 'Test – keine echten Identitäten',
    timeLeft: (time) => `Verbleibende Zeit: ${time}`,
    qrOutOfView:
      'Der QR-Code ist nicht ganz zu sehen. Scrollen Sie, bis Sie den ganzen Code sehen.',
    help: 'Hilfe',
    privacy: 'Datenschutz',
    accessibility: 'Barrierefreiheit',
    newTab: 'Öffnet einen neuen Tab',
  },
  fr: {
    name: 'Français',
    language: 'Langue',
    testDomain: 'Test – aucune identité réelle',
    timeLeft: (time) => `Temps restant : ${time}`,
    qrOutOfView:
      'Le code QR n’est pas entièrement visible. Faites défiler la page jusqu’à le voir en entier.',
    help: 'Aide',
    privacy: 'Confidentialité',
    accessibility: 'Accessibilité',
    newTab: 'S’ouvre dans un nouvel onglet',
  },
  et: {
    name: 'Eesti',
    language: 'Keel',
    testDomain: 'Test – päris isikuid pole',
    timeLeft: (time) => `Aega jäänud: ${time}`,
    qrOutOfView: 'QR-kood pole täielikult näha. Kerige, kuni näete kogu koodi.',
    help: 'Abi',
    privacy: 'Privaatsus',
    accessibility: 'Ligipääsetavus',
    newTab: 'Avaneb uuel vahelehel',
  },
  lv: {
    name: 'Latviešu',
    language: 'Valoda',
    testDomain: 'Tests – nav īstu identitāšu',
    timeLeft: (time) => `Atlikušais laiks: ${time}`,
    qrOutOfView: 'QR kods nav redzams pilnībā. Ritiniet, līdz redzat visu kodu.',
    help: 'Palīdzība',
    privacy: 'Privātums',
    accessibility: 'Piekļūstamība',
    newTab: 'Atveras jaunā cilnē',
  },
  lt: {
    name: 'Lietuvių',
    language: 'Kalba',
    testDomain: 'Testas – tikrų tapatybių nėra',
    timeLeft: (time) => `Liko laiko: ${time}`,
    qrOutOfView: 'Matomas ne visas QR kodas. Slinkite, kol matysite visą kodą.',
    help: 'Pagalba',
    privacy: 'Privatumas',
    accessibility: 'Prieinamumas',
    newTab: 'Atveriama naujame skirtuke',
  },
  en: {
    name: 'English',
    language: 'Language',
    testDomain: 'Test – no real identities',
    timeLeft: (time) => `Time left: ${time}`,
    qrOutOfView: 'The QR code is not fully in view. Scroll until you see all of it.',
    help: 'Help',
    privacy: 'Privacy',
    accessibility: 'Accessibility',
    newTab: 'Opens in a new tab',
  },
};
