import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Log ind". */
const act = (verb: string) => (eid: string) => `${verb} med ${eid}`;

/** Danish. */
export const da: Texts = {
  actions: {
    login: act('Log ind'),
    confirm: act('Bekræft'),
    accept: act('Accepter'),
    approve: act('Godkend'),
    sign: act('Underskriv'),
  },
  textToSign: 'Tekst til underskrift',
  sameTextInApp: (eid) => `Læs den, før du går videre. ${eid}-appen viser den samme tekst.`,
  sameTextAtEid: (eid) => `Læs den, før du går videre. ${eid} viser den samme tekst.`,
  readText: 'Læs teksten',
  messageFrom: (application) => `Besked fra ${application}`,
  onThisDevice: (eid) => `${eid} på denne enhed`,
  onThisDeviceMeans: 'Åbner appen her',
  onAnotherDevice: (eid) => `${eid} på en anden enhed`,
  onAnotherDeviceMeans: 'Scan en QR-kode med din telefon',
  openApp: (eid) => `Åbn ${eid}`,
  showQr: 'Vis QR-kode',
  scanHeading: 'Scan QR-koden',
  scanSteps: (eid) => [
    `Åbn ${eid}-appen på din telefon`,
    'Vælg at scanne en QR-kode',
    'Ret kameraet mod koden',
  ],
  scanWarning: (host) => `Scan kun koden, hvis du selv har åbnet denne side på ${host}.`,
  qrAlternative: (eid) => `QR-kode til ${eid}-appen`,
  enlarge: 'Gør større',
  close: 'Luk',
  continueIn: (eid) => `Fortsæt i ${eid}-appen`,
  continueOnPhone: 'Fortsæt på din telefon',
  returnHeading: 'Næsten færdig',
  departHeading: (eid) => `Fortsæt til ${eid}`,
  departMessage: (eid) => `Du fortsætter på siderne hos ${eid} og kommer tilbage hertil bagefter.`,
  answerOnItsWay: (eid) => `Vi kontrollerer svaret fra ${eid}.`,
  endedAtEid: (eid) => `${eid} identificerede dig ikke. Prøv igen, eller gå tilbage.`,
  answerUnusable: (eid) => `Du kom tilbage, men svaret fra ${eid} kan ikke bruges. Prøv igen.`,
  eidSilent: (eid) => `${eid} svarer ikke lige nu. Prøv igen om lidt.`,
  notYourFault:
    'Fejlen er ikke din. Hvis den bliver ved, så kontakt supporten for den tjeneste, du kom fra.',
  returnMessage: (eid) =>
    `Du har godkendt. ${eid}-appen fører dig nu tilbage til denne browser. Hvis det ikke sker, så begynd forfra.`,
  askedMessage: (eid) => `Udfyld dette, så ${eid} kan nå dig på din telefon.`,
  input: {
    'national-number': { label: 'Personnummer', wrong: 'Det er ikke et gyldigt personnummer.' },
    'phone-number': {
      label: 'Mobilnummer',
      hint: 'Begynd med + og landekoden.',
      wrong: 'Skriv hele nummeret med + og landekoden.',
    },
  },
  compareHeading: 'Sammenlign koderne',
  compareCode: (code) => `Din telefon viser en kode. Fortsæt kun der, hvis den er ${code}.`,
  continue: 'Fortsæt',
  cancel: 'Annuller',
  tryAgain: 'Prøv igen',
  startAgain: 'Begynd forfra',
  useThisDevice: 'Brug denne enhed i stedet',
  useAnotherDevice: 'Brug en anden enhed i stedet',
  backTo: (application) => `Tilbage til ${application}`,
  goBack: 'Tilbage',
  offline: 'Ingen forbindelse. Prøver igen…',
  ended: (eid) => ({
    declined: 'Annulleret',
    'not-opened': `${eid} blev ikke åbnet i tide`,
    expired: 'Tiden løb ud',
    superseded: 'Stoppet af en anden anmodning',
    blocked: `Dit ${eid} kan ikke bruges`,
    'app-unable': `Din ${eid}-app kan ikke dette`,
    'too-risky': 'Stoppet for din sikkerheds skyld',
    'other-browser': 'Fortsatte i en anden browser',
    'other-person': 'En anden person svarede',
    failed: 'Det lykkedes ikke',
    lost: 'Det lykkedes ikke',
    unverified: 'Det lykkedes ikke',
    unavailable: `Der er ikke forbindelse til ${eid}`,
    busy: 'En anden anmodning er i gang',
    misconfigured: 'Det lykkedes ikke',
    'too-many-requests': 'For mange på én gang',
  }),
  expired: 'Du nåede det ikke i tide. Prøv igen.',
  otherBrowser:
    'Appen åbnede en anden browser end den, du begyndte i. For din sikkerheds skyld blev det stoppet. Prøv igen.',
  otherPerson: (application) =>
    `${application} bad om en bestemt person, men en anden svarede. Prøv igen som den person.`,
  supportCode: 'Supportkode',
  copy: 'Kopiér',
  copied: 'Kopieret',
  errorCode: 'Kode',
  errors: {
    'login-not-found': {
      title: 'Dette er slut',
      description:
        'Det er færdigt, tog for lang tid eller blev begyndt i en anden browser. Gå tilbage til det sted, du kom fra, og begynd forfra.',
    },
    'login-over': {
      title: 'Dette er færdigt',
      description:
        'Du er allerede færdig her, og der er ingen fejl. Gå tilbage til det sted, du kom fra.',
    },
    'other-browser': {
      title: 'Gå tilbage til din første browser',
      description:
        'Dette blev begyndt i en anden browser. For din sikkerheds skyld kan det ikke fortsætte her. Gå tilbage til den browser.',
    },
    'foreign-form': {
      title: 'Det kom ikke fra vores side',
      description:
        'For din sikkerheds skyld er der ikke sket noget. Gå tilbage til det sted, du kom fra, og begynd forfra.',
    },
    'eid-not-offered': {
      title: 'Dette eID kan ikke bruges her',
      description: 'Gå tilbage til det sted, du kom fra, og vælg en anden måde.',
    },
    'service-unavailable': {
      title: 'Vent et øjeblik',
      description:
        'Der er mange her lige nu, eller også svarer noget, vi er afhængige af, ikke. Intet er gået tabt: siden prøver selv igen.',
      withoutReload:
        'Der er mange her lige nu, eller også svarer noget, vi er afhængige af, ikke. Intet er gået tabt: vent et øjeblik, og genindlæs så siden, eller gå tilbage, og prøv igen.',
    },
    'too-many-requests': {
      title: 'For mange på én gang',
      description:
        'Der kom for mange forespørgsler på kort tid. Intet er gået tabt: vent et øjeblik, og prøv igen.',
    },
    'internal-error': {
      title: 'Noget gik galt',
      description:
        'Fejlen er vores. Prøv igen om lidt. Hvis den bliver ved, så kontakt supporten for den tjeneste, du kom fra, og oplys supportkoden nedenfor.',
    },
  },
};
