import type { Action } from './intent.ts';
import type { Language } from './language.ts';

const TEXTS: Readonly<Record<Language, Readonly<Record<Action, string>>>> = {
  sv: {
    login: 'Logga in hos',
    confirm: 'Bekräfta hos',
    accept: 'Acceptera hos',
    approve: 'Godkänn hos',
    sign: 'Skriv under hos',
  },
  da: {
    login: 'Log ind hos',
    confirm: 'Bekræft hos',
    accept: 'Accepter hos',
    approve: 'Godkend hos',
    sign: 'Underskriv hos',
  },
  nb: {
    login: 'Logg inn hos',
    confirm: 'Bekreft hos',
    accept: 'Godta hos',
    approve: 'Godkjenn hos',
    sign: 'Signer hos',
  },
  fi: {
    login: 'Kirjaudu palveluun',
    confirm: 'Vahvista palvelussa',
    accept: 'Suostu palvelussa',
    approve: 'Hyväksy palvelussa',
    sign: 'Allekirjoita palvelussa',
  },
  nl: {
    login: 'Inloggen bij',
    confirm: 'Bevestigen bij',
    accept: 'Accepteren bij',
    approve: 'Goedkeuren bij',
    sign: 'Ondertekenen bij',
  },
  de: {
    login: 'Anmelden bei',
    confirm: 'Bestätigen bei',
    accept: 'Zustimmen bei',
    approve: 'Genehmigen bei',
    sign: 'Unterschreiben bei',
  },
  fr: {
    login: 'Connexion à',
    confirm: 'Confirmer pour',
    accept: 'Accepter pour',
    approve: 'Approuver pour',
    sign: 'Signer pour',
  },
  et: {
    login: 'Sisselogimine teenusesse',
    confirm: 'Kinnitamine teenuses',
    accept: 'Nõustumine teenuses',
    approve: 'Heakskiitmine teenuses',
    sign: 'Allkirjastamine teenuses',
  },
  lv: {
    login: 'Pieslēgties pakalpojumam',
    confirm: 'Apstiprināt pakalpojumā',
    accept: 'Piekrist pakalpojumā',
    approve: 'Akceptēt pakalpojumā',
    sign: 'Parakstīt pakalpojumā',
  },
  lt: {
    login: 'Prisijungti prie',
    confirm: 'Patvirtinti paslaugoje',
    accept: 'Sutikti paslaugoje',
    approve: 'Pritarti paslaugoje',
    sign: 'Pasirašyti paslaugoje',
  },
  en: {
    login: 'Login at',
    confirm: 'Confirm at',
    accept: 'Accept at',
    approve: 'Approve at',
    sign: 'Sign at',
  },
};

/** The purpose of a login in the person's language, for example "Approve at Demo shop". */
export function purposeOf(action: Action, application: string, language: Language): string {
  return `${TEXTS[language][action]} ${application}`;
}
