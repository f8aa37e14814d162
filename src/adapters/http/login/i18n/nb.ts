import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Logg inn". */
const act = (verb: string) => (eid: string) => `${verb} med ${eid}`;

/** Norwegian Bokmål. */
export const nb: Texts = {
  actions: {
    login: act('Logg inn'),
    confirm: act('Bekreft'),
    accept: act('Godta'),
    approve: act('Godkjenn'),
    sign: act('Signer'),
  },
  textToSign: 'Tekst som skal signeres',
  sameTextInApp: (eid) => `Les den før du går videre. ${eid}-appen viser den samme teksten.`,
  sameTextAtEid: (eid) => `Les den før du går videre. ${eid} viser den samme teksten.`,
  readText: 'Les teksten',
  messageFrom: (application) => `Melding fra ${application}`,
  onThisDevice: (eid) => `${eid} på denne enheten`,
  onThisDeviceMeans: 'Åpner appen her',
  onAnotherDevice: (eid) => `${eid} på en annen enhet`,
  onAnotherDeviceMeans: 'Skann en QR-kode med telefonen din',
  openApp: (eid) => `Åpne ${eid}`,
  showQr: 'Vis QR-kode',
  scanHeading: 'Skann QR-koden',
  scanSteps: (eid) => [
    `Åpne ${eid}-appen på telefonen din`,
    'Velg å skanne en QR-kode',
    'Rett kameraet mot koden',
  ],
  scanWarning: (host) => `Skann koden bare hvis du selv åpnet denne siden på ${host}.`,
  qrAlternative: (eid) => `QR-kode for ${eid}-appen`,
  enlarge: 'Gjør større',
  close: 'Lukk',
  continueIn: (eid) => `Fortsett i ${eid}-appen`,
  continueOnPhone: 'Fortsett på telefonen din',
  returnHeading: 'Nesten ferdig',
  departHeading: (eid) => `Fortsett til ${eid}`,
  departMessage: (eid) => `Du fortsetter på sidene til ${eid} og kommer tilbake hit etterpå.`,
  answerOnItsWay: (eid) => `Vi kontrollerer svaret fra ${eid}.`,
  endedAtEid: (eid) => `${eid} identifiserte deg ikke. Prøv igjen, eller gå tilbake.`,
  answerUnusable: (eid) => `Du kom tilbake, men svaret fra ${eid} kan ikke brukes. Prøv igjen.`,
  eidSilent: (eid) => `${eid} svarer ikke akkurat nå. Prøv igjen om litt.`,
  notYourFault:
    'Feilen er ikke din. Hvis den vedvarer, kontakt brukerstøtten for tjenesten du kom fra.',
  returnMessage: (eid) =>
    `Du har godkjent. ${eid}-appen fører deg nå tilbake til denne nettleseren. Hvis det ikke skjer, begynn på nytt.`,
  askedMessage: (eid) => `Fyll ut dette, så kan ${eid} nå deg på telefonen din.`,
  input: {
    'national-number': { label: 'Fødselsnummer', wrong: 'Dette er ikke et gyldig fødselsnummer.' },
    'phone-number': {
      label: 'Mobilnummer',
      hint: 'Begynn med + og landskoden.',
      wrong: 'Skriv hele nummeret med + og landskoden.',
    },
  },
  compareHeading: 'Sammenlign kodene',
  compareCode: (code) => `Telefonen din viser en kode. Fortsett der bare hvis den er ${code}.`,
  continue: 'Fortsett',
  cancel: 'Avbryt',
  tryAgain: 'Prøv igjen',
  startAgain: 'Begynn på nytt',
  useThisDevice: 'Bruk denne enheten i stedet',
  useAnotherDevice: 'Bruk en annen enhet i stedet',
  backTo: (application) => `Tilbake til ${application}`,
  goBack: 'Tilbake',
  offline: 'Ingen tilkobling. Prøver igjen…',
  ended: (eid) => ({
    declined: 'Avbrutt',
    'not-opened': `${eid} ble ikke åpnet i tide`,
    expired: 'Tiden gikk ut',
    superseded: 'Stoppet av en annen forespørsel',
    blocked: `Din ${eid} kan ikke brukes`,
    'app-unable': `${eid}-appen din klarer ikke dette`,
    'too-risky': 'Stoppet for din sikkerhet',
    'other-browser': 'Fortsatte i en annen nettleser',
    'other-person': 'En annen person svarte',
    failed: 'Det gikk ikke',
    lost: 'Det gikk ikke',
    unverified: 'Det gikk ikke',
    unavailable: `${eid} kan ikke nås`,
    busy: 'En annen forespørsel pågår',
    misconfigured: 'Det gikk ikke',
    'too-many-requests': 'For mange på én gang',
  }),
  expired: 'Det ble ikke ferdig i tide. Prøv igjen.',
  otherBrowser:
    'Appen åpnet en annen nettleser enn den du begynte i. For din sikkerhet ble dette stoppet. Prøv igjen.',
  otherPerson: (application) =>
    `${application} ba om en bestemt person, men noen andre svarte. Prøv igjen som den personen.`,
  supportCode: 'Supportkode',
  copy: 'Kopier',
  copied: 'Kopiert',
  errorCode: 'Kode',
  errors: {
    'login-not-found': {
      title: 'Dette er over',
      description:
        'Det er ferdig, tok for lang tid eller ble startet i en annen nettleser. Gå tilbake dit du kom fra, og begynn på nytt.',
    },
    'login-over': {
      title: 'Dette er ferdig',
      description: 'Du er allerede ferdig her, og ingenting er galt. Gå tilbake dit du kom fra.',
    },
    'other-browser': {
      title: 'Gå tilbake til den første nettleseren',
      description:
        'Dette ble startet i en annen nettleser. For din sikkerhet kan det ikke fortsette her. Gå tilbake til den nettleseren.',
    },
    'foreign-form': {
      title: 'Det kom ikke fra siden vår',
      description:
        'For din sikkerhet ble ingenting gjort. Gå tilbake dit du kom fra, og begynn på nytt.',
    },
    'eid-not-offered': {
      title: 'Denne eID-en kan ikke brukes her',
      description: 'Gå tilbake dit du kom fra, og velg en annen måte.',
    },
    'service-unavailable': {
      title: 'Vent et øyeblikk',
      description:
        'Det er mange her akkurat nå, eller noe vi er avhengige av, svarer ikke. Ingenting er gått tapt: siden prøver på nytt av seg selv.',
      withoutReload:
        'Det er mange her akkurat nå, eller noe vi er avhengige av, svarer ikke. Ingenting er gått tapt: vent et øyeblikk og last deretter siden inn på nytt, eller gå tilbake og prøv igjen.',
    },
    'too-many-requests': {
      title: 'For mange på én gang',
      description:
        'Det kom for mange forespørsler på kort tid. Ingenting er gått tapt: vent et øyeblikk og prøv igjen.',
    },
    'internal-error': {
      title: 'Noe gikk galt',
      description:
        'Feilen er vår. Prøv igjen om litt. Hvis den vedvarer, kontakt brukerstøtten for tjenesten du kom fra, og oppgi supportkoden nedenfor.',
    },
  },
};
