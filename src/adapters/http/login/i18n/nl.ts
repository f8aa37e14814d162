import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Inloggen". */
const act = (verb: string) => (eid: string) => `${verb} met ${eid}`;

/** Dutch. */
export const nl: Texts = {
  actions: {
    login: act('Inloggen'),
    confirm: act('Bevestigen'),
    accept: act('Accepteren'),
    approve: act('Goedkeuren'),
    sign: act('Ondertekenen'),
  },
  textToSign: 'Tekst om te ondertekenen',
  sameTextInApp: (eid) => `Lees de tekst voordat u verdergaat. De ${eid}-app toont dezelfde tekst.`,
  sameTextAtEid: (eid) => `Lees de tekst voordat u verdergaat. ${eid} toont dezelfde tekst.`,
  readText: 'Tekst lezen',
  messageFrom: (application) => `Bericht van ${application}`,
  onThisDevice: (eid) => `${eid} op dit apparaat`,
  onThisDeviceMeans: 'Opent hier de app',
  onAnotherDevice: (eid) => `${eid} op een ander apparaat`,
  onAnotherDeviceMeans: 'Scan een QR-code met uw telefoon',
  openApp: (eid) => `${eid} openen`,
  showQr: 'QR-code tonen',
  scanHeading: 'Scan de QR-code',
  scanSteps: (eid) => [
    `Open de ${eid}-app op uw telefoon`,
    'Kies voor het scannen van een QR-code',
    'Richt de camera op de code',
  ],
  scanWarning: (host) => `Scan de code alleen als u deze pagina zelf hebt geopend op ${host}.`,
  qrAlternative: (eid) => `QR-code voor de ${eid}-app`,
  enlarge: 'Vergroten',
  close: 'Sluiten',
  continueIn: (eid) => `Ga verder in de ${eid}-app`,
  continueOnPhone: 'Ga verder op uw telefoon',
  returnHeading: 'Bijna klaar',
  departHeading: (eid) => `Verder naar ${eid}`,
  departMessage: (eid) => `U gaat verder op de pagina’s van ${eid} en komt daarna hier terug.`,
  answerOnItsWay: (eid) => `We controleren het antwoord van ${eid}.`,
  endedAtEid: (eid) => `${eid} heeft u niet geïdentificeerd. Probeer het opnieuw of ga terug.`,
  answerUnusable: (eid) =>
    `U bent terug, maar het antwoord van ${eid} is niet bruikbaar. Probeer het opnieuw.`,
  eidSilent: (eid) => `${eid} antwoordt op dit moment niet. Probeer het zo meteen opnieuw.`,
  notYourFault:
    'Het ligt niet aan u. Blijft het zo, neem dan contact op met de helpdesk van de dienst waar u vandaan kwam.',
  returnMessage: (eid) =>
    `U hebt goedgekeurd. De ${eid}-app brengt u nu terug naar deze browser. Gebeurt dat niet, begin dan opnieuw.`,
  askedMessage: (eid) => `Vul dit in, zodat ${eid} u op uw telefoon kan bereiken.`,
  input: {
    'national-number': {
      label: 'Persoonlijk identificatienummer',
      wrong: 'Dit is geen geldig identificatienummer.',
    },
    'phone-number': {
      label: 'Mobiel nummer',
      hint: 'Begin met + en de landcode.',
      wrong: 'Vul het hele nummer in, met + en de landcode.',
    },
  },
  compareHeading: 'Vergelijk de codes',
  compareCode: (code) => `Uw telefoon toont een code. Ga daar alleen verder als die ${code} is.`,
  continue: 'Verder',
  cancel: 'Annuleren',
  tryAgain: 'Opnieuw proberen',
  startAgain: 'Opnieuw beginnen',
  useThisDevice: 'Gebruik in plaats daarvan dit apparaat',
  useAnotherDevice: 'Gebruik in plaats daarvan een ander apparaat',
  backTo: (application) => `Terug naar ${application}`,
  goBack: 'Terug',
  offline: 'Geen verbinding. We proberen het opnieuw…',
  ended: (eid) => ({
    declined: 'Geannuleerd',
    'not-opened': `${eid} is niet op tijd geopend`,
    expired: 'De tijd is om',
    superseded: 'Gestopt door een ander verzoek',
    blocked: `Uw ${eid} kan niet worden gebruikt`,
    'app-unable': `Uw ${eid}-app kan dit niet`,
    'too-risky': 'Gestopt voor uw veiligheid',
    'other-browser': 'Verdergegaan in een andere browser',
    'other-person': 'Iemand anders heeft geantwoord',
    failed: 'Dit is niet gelukt',
    lost: 'Dit is niet gelukt',
    unverified: 'Dit is niet gelukt',
    unavailable: `${eid} is niet bereikbaar`,
    busy: 'Er loopt al een ander verzoek',
    misconfigured: 'Dit is niet gelukt',
    'too-many-requests': 'Te veel tegelijk',
  }),
  expired: 'Het is niet op tijd afgerond. Probeer het opnieuw.',
  otherBrowser:
    'De app heeft een andere browser geopend dan die waarin u begon. Voor uw veiligheid is dit gestopt. Probeer het opnieuw.',
  otherPerson: (application) =>
    `${application} vroeg om één bepaalde persoon, en iemand anders heeft geantwoord. Probeer het opnieuw als die persoon.`,
  supportCode: 'Supportcode',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  errorCode: 'Code',
  errors: {
    'login-not-found': {
      title: 'Dit is voorbij',
      description:
        'Het is afgerond, het duurde te lang of het is in een andere browser begonnen. Ga terug naar waar u vandaan kwam en begin opnieuw.',
    },
    'login-over': {
      title: 'Dit is afgerond',
      description: 'U bent hier al klaar en er is niets mis. Ga terug naar waar u vandaan kwam.',
    },
    'other-browser': {
      title: 'Ga terug naar uw eerste browser',
      description:
        'Dit is in een andere browser begonnen. Voor uw veiligheid kan het hier niet verdergaan. Ga terug naar die browser.',
    },
    'foreign-form': {
      title: 'Dat kwam niet van onze pagina',
      description:
        'Voor uw veiligheid is er niets gedaan. Ga terug naar waar u vandaan kwam en begin opnieuw.',
    },
    'eid-not-offered': {
      title: 'Dit eID kan hier niet worden gebruikt',
      description: 'Ga terug naar waar u vandaan kwam en kies een andere manier.',
    },
    'service-unavailable': {
      title: 'Een ogenblik geduld',
      description:
        'Het is hier op dit moment druk, of iets waarvan we afhankelijk zijn, antwoordt niet. Er is niets verloren: deze pagina probeert het vanzelf opnieuw.',
      withoutReload:
        'Het is hier op dit moment druk, of iets waarvan we afhankelijk zijn, antwoordt niet. Er is niets verloren: wacht even en laad daarna deze pagina opnieuw, of ga terug en probeer het opnieuw.',
    },
    'too-many-requests': {
      title: 'Te veel tegelijk',
      description:
        'Er kwamen te veel verzoeken in korte tijd. Er is niets verloren: wacht even en probeer het dan opnieuw.',
    },
    'internal-error': {
      title: 'Er ging iets mis',
      description:
        'De fout ligt bij ons. Probeer het zo meteen opnieuw. Blijft het zo, geef dan de onderstaande supportcode door aan de helpdesk van de dienst waar u vandaan kwam.',
    },
  },
};
