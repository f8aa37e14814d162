import type { Words } from './words.ts';

/** Finnish. The eID's name is never inflected: its ending would depend on the name. */
export const fi: Words = {
  asks: (application, eid) => `${application} pyytää sinua kirjautumaan: ${eid}`,
  logInWith: (eid) => `Kirjaudu: ${eid}`,
  onThisDevice: (eid) => `${eid} tällä laitteella`,
  onThisDeviceMeans: 'Avaa sovelluksen tässä',
  onAnotherDevice: (eid) => `${eid} toisella laitteella`,
  onAnotherDeviceMeans: 'Lue QR-koodi puhelimellasi',
  openApp: (eid) => `Avaa ${eid}`,
  showQr: 'Näytä QR-koodi',
  scanHeading: 'Lue QR-koodi',
  scanSteps: (eid) => [
    `Avaa puhelimessasi sovellus ${eid}`,
    'Valitse QR-koodin lukeminen',
    'Suuntaa kamera koodiin',
  ],
  qrAlternative: (eid) => `QR-koodi sovellukselle ${eid}`,
  enlarge: 'Suurenna',
  close: 'Sulje',
  continueIn: (eid) => `Jatka sovelluksessa ${eid}`,
  returnHeading: 'Melkein valmista',
  returnMessage: (eid) =>
    `Olet hyväksynyt kirjautumisen. Sovellus ${eid} tuo sinut takaisin tähän selaimeen. Jos näin ei käy, aloita alusta.`,
  cancel: 'Peruuta',
  tryAgain: 'Yritä uudelleen',
  startAgain: 'Aloita alusta',
  useThisDevice: 'Käytä sen sijaan tätä laitetta',
  useAnotherDevice: 'Käytä sen sijaan toista laitetta',
  backTo: (application) => `Takaisin: ${application}`,
  offline: 'Ei yhteyttä. Yritetään uudelleen…',
  ended: (eid) => ({
    declined: 'Peruutettu',
    'not-started': `Sovellusta ${eid} ei avattu ajoissa`,
    expired: 'Aika loppui',
    superseded: 'Toinen kirjautuminen keskeytti tämän',
    blocked: `${eid} ei ole käytettävissä`,
    'app-unable': `Sovelluksesi ${eid} ei pysty tähän`,
    'too-risky': 'Keskeytetty turvallisuutesi vuoksi',
    'other-browser': 'Jatkui toisessa selaimessa',
    failed: 'Jokin meni vikaan',
    lost: 'Jokin meni vikaan',
    unavailable: `Palveluun ${eid} ei saada yhteyttä`,
    busy: 'Toinen kirjautuminen on kesken',
    misconfigured: 'Jokin meni vikaan',
  }),
  expired: 'Kirjautuminen ei valmistunut ajoissa. Yritä uudelleen.',
  otherBrowser:
    'Sovellus avasi toisen selaimen kuin sen, jossa aloitit. Turvallisuutesi vuoksi kirjautuminen keskeytettiin. Yritä uudelleen.',
  reference: 'Viite',
  errorCode: 'Koodi',
  errors: {
    'login-not-found': {
      title: 'Tämä kirjautuminen on päättynyt',
      description:
        'Se on valmis, kesti liian kauan tai aloitettiin toisessa selaimessa. Palaa palveluun, johon halusit kirjautua, ja aloita alusta.',
    },
    'other-browser': {
      title: 'Palaa ensimmäiseen selaimeesi',
      description:
        'Kirjautuminen aloitettiin toisessa selaimessa. Turvallisuutesi vuoksi se keskeytettiin. Palaa siihen selaimeen ja aloita siellä alusta.',
    },
    'foreign-form': {
      title: 'Pyyntö ei tullut meidän sivultamme',
      description:
        'Turvallisuutesi vuoksi mitään ei tehty. Palaa palveluun, johon halusit kirjautua, ja aloita alusta.',
    },
    'eid-not-offered': {
      title: 'Tämä kirjautumistapa ei ole käytettävissä',
      description: 'Palaa palveluun, johon halusit kirjautua, ja valitse toinen tapa.',
    },
    'internal-error': {
      title: 'Jokin meni vikaan',
      description:
        'Vika on meidän. Yritä hetken kuluttua uudelleen. Jos vika jatkuu, ota yhteyttä sen palvelun tukeen, johon halusit kirjautua, ja kerro alla oleva viite.',
    },
  },
};
