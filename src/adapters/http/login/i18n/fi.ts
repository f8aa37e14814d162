import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Kirjaudu". */
const act = (verb: string) => (eid: string) => `${verb}: ${eid}`;

/** Finnish. The eID's name is never inflected: its ending would depend on the name. */
export const fi: Texts = {
  actions: {
    login: act('Kirjaudu'),
    confirm: act('Vahvista'),
    accept: act('Suostu'),
    approve: act('Hyväksy'),
    sign: act('Allekirjoita'),
  },
  textToSign: 'Allekirjoitettava teksti',
  sameTextInApp: (eid) => `Lue se ennen kuin jatkat. Sovellus ${eid} näyttää saman tekstin.`,
  sameTextAtEid: (eid) => `Lue se ennen kuin jatkat. Palvelu ${eid} näyttää saman tekstin.`,
  readText: 'Lue teksti',
  messageFrom: (application) => `Viesti palvelusta ${application}`,
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
  scanWarning: (host) => `Lue koodi vain, jos avasit itse tämän sivun osoitteessa ${host}.`,
  qrAlternative: (eid) => `QR-koodi sovellukselle ${eid}`,
  enlarge: 'Suurenna',
  close: 'Sulje',
  continueIn: (eid) => `Jatka sovelluksessa ${eid}`,
  continueOnPhone: 'Jatka puhelimessasi',
  returnHeading: 'Melkein valmista',
  departHeading: (eid) => `Jatka palveluun ${eid}`,
  departMessage: (eid) => `Jatkat palvelun ${eid} sivuilla ja palaat sen jälkeen tänne.`,
  answerOnItsWay: (eid) => `Tarkistamme palvelun ${eid} vastausta.`,
  endedAtEid: (eid) => `${eid} ei tunnistanut sinua. Yritä uudelleen tai palaa takaisin.`,
  answerUnusable: (eid) =>
    `Palasit takaisin, mutta palvelun ${eid} vastausta ei voi käyttää. Yritä uudelleen.`,
  eidSilent: (eid) => `${eid} ei vastaa juuri nyt. Yritä hetken kuluttua uudelleen.`,
  notYourFault: 'Vika ei ole sinun. Jos se jatkuu, ota yhteyttä sen palvelun tukeen, josta tulit.',
  returnMessage: (eid) =>
    `Olet hyväksynyt. Sovellus ${eid} tuo sinut takaisin tähän selaimeen. Jos näin ei käy, aloita alusta.`,
  askedMessage: (eid) => `Täytä tämä, jotta ${eid} tavoittaa sinut puhelimestasi.`,
  input: {
    'national-number': { label: 'Henkilötunnus', wrong: 'Tämä ei ole kelvollinen henkilötunnus.' },
    'phone-number': {
      label: 'Matkapuhelinnumero',
      hint: 'Aloita merkillä + ja maatunnuksella.',
      wrong: 'Kirjoita koko numero, alussa + ja maatunnus.',
    },
  },
  compareHeading: 'Vertaa koodeja',
  compareCode: (code) => `Puhelimesi näyttää koodin. Jatka siellä vain, jos se on ${code}.`,
  continue: 'Jatka',
  cancel: 'Peruuta',
  tryAgain: 'Yritä uudelleen',
  startAgain: 'Aloita alusta',
  useThisDevice: 'Käytä sen sijaan tätä laitetta',
  useAnotherDevice: 'Käytä sen sijaan toista laitetta',
  backTo: (application) => `Takaisin: ${application}`,
  goBack: 'Takaisin',
  offline: 'Ei yhteyttä. Yritetään uudelleen…',
  ended: (eid) => ({
    declined: 'Peruutettu',
    'not-opened': `${eid} jäi avaamatta ajoissa`,
    expired: 'Aika loppui',
    superseded: 'Toinen pyyntö keskeytti tämän',
    blocked: `${eid} ei ole käytettävissä`,
    'app-unable': `Sovelluksesi ${eid} ei pysty tähän`,
    'too-risky': 'Keskeytetty turvallisuutesi vuoksi',
    'other-browser': 'Jatkui toisessa selaimessa',
    'other-person': 'Toinen henkilö vastasi',
    failed: 'Tämä ei onnistunut',
    lost: 'Tämä ei onnistunut',
    unverified: 'Tämä ei onnistunut',
    unavailable: `Palveluun ${eid} ei saada yhteyttä`,
    busy: 'Toinen pyyntö on kesken',
    misconfigured: 'Tämä ei onnistunut',
    'too-many-requests': 'Liian monta kerralla',
  }),
  expired: 'Tämä ei valmistunut ajoissa. Yritä uudelleen.',
  otherBrowser:
    'Sovellus avasi toisen selaimen kuin sen, jossa aloitit. Turvallisuutesi vuoksi tämä keskeytettiin. Yritä uudelleen.',
  otherPerson: (application) =>
    `${application} pyysi tiettyä henkilöä, mutta joku muu vastasi. Yritä uudelleen tuona henkilönä.`,
  supportCode: 'Tukikoodi',
  copy: 'Kopioi',
  copied: 'Kopioitu',
  errorCode: 'Koodi',
  errors: {
    'login-not-found': {
      title: 'Tämä on päättynyt',
      description:
        'Se on valmis, kesti liian kauan tai aloitettiin toisessa selaimessa. Palaa palveluun, josta tulit, ja aloita alusta.',
    },
    'login-over': {
      title: 'Tämä on valmis',
      description: 'Olet jo valmis täällä, eikä mikään ole vialla. Palaa palveluun, josta tulit.',
    },
    'other-browser': {
      title: 'Palaa ensimmäiseen selaimeesi',
      description:
        'Tämä aloitettiin toisessa selaimessa. Turvallisuutesi vuoksi sitä ei voi jatkaa tässä. Palaa siihen selaimeen.',
    },
    'foreign-form': {
      title: 'Pyyntö ei tullut meidän sivultamme',
      description:
        'Turvallisuutesi vuoksi mitään ei tehty. Palaa palveluun, josta tulit, ja aloita alusta.',
    },
    'eid-not-offered': {
      title: 'Tämä tunnistustapa ei ole käytettävissä',
      description: 'Palaa palveluun, josta tulit, ja valitse toinen tapa.',
    },
    'service-unavailable': {
      title: 'Odota hetki',
      description:
        'Täällä on juuri nyt paljon väkeä, tai jokin tarvitsemamme palvelu ei vastaa. Mitään ei ole kadonnut: sivu yrittää itse uudelleen.',
      withoutReload:
        'Täällä on juuri nyt paljon väkeä, tai jokin tarvitsemamme palvelu ei vastaa. Mitään ei ole kadonnut: odota hetki ja lataa sitten sivu uudelleen, tai palaa takaisin ja yritä uudelleen.',
    },
    'too-many-requests': {
      title: 'Liian monta kerralla',
      description:
        'Pyyntöjä tuli liian paljon lyhyessä ajassa. Mitään ei ole kadonnut: odota hetki ja yritä uudelleen.',
    },
    'internal-error': {
      title: 'Jokin meni vikaan',
      description:
        'Vika on meidän. Yritä hetken kuluttua uudelleen. Jos vika jatkuu, ota yhteyttä sen palvelun tukeen, josta tulit, ja kerro alla oleva tukikoodi.',
    },
  },
};
