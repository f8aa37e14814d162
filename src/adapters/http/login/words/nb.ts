import type { Words } from './words.ts';

/** Norwegian Bokmål. */
export const nb: Words = {
  asks: (application, eid) => `${application} ber deg logge inn med ${eid}`,
  logInWith: (eid) => `Logg inn med ${eid}`,
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
  qrAlternative: (eid) => `QR-kode for ${eid}-appen`,
  enlarge: 'Gjør større',
  close: 'Lukk',
  continueIn: (eid) => `Fortsett i ${eid}-appen`,
  returnHeading: 'Nesten ferdig',
  returnMessage: (eid) =>
    `Du har godkjent. ${eid}-appen fører deg nå tilbake til denne nettleseren. Hvis det ikke skjer, begynn på nytt.`,
  cancel: 'Avbryt',
  tryAgain: 'Prøv igjen',
  startAgain: 'Begynn på nytt',
  useThisDevice: 'Bruk denne enheten i stedet',
  useAnotherDevice: 'Bruk en annen enhet i stedet',
  backTo: (application) => `Tilbake til ${application}`,
  offline: 'Ingen tilkobling. Prøver igjen…',
  ended: (eid) => ({
    declined: 'Avbrutt',
    'not-started': `${eid} ble ikke åpnet i tide`,
    expired: 'Tiden gikk ut',
    superseded: 'Stoppet av en annen innlogging',
    blocked: `Din ${eid} kan ikke brukes`,
    'app-unable': `${eid}-appen din klarer ikke dette`,
    'too-risky': 'Stoppet for din sikkerhet',
    'other-browser': 'Fortsatte i en annen nettleser',
    failed: 'Noe gikk galt',
    lost: 'Noe gikk galt',
    unavailable: `${eid} kan ikke nås`,
    busy: 'En annen innlogging pågår',
    misconfigured: 'Noe gikk galt',
  }),
  expired: 'Innloggingen ble ikke ferdig i tide. Prøv igjen.',
  otherBrowser:
    'Appen åpnet en annen nettleser enn den du begynte i. For din sikkerhet ble innloggingen stoppet. Prøv igjen.',
  reference: 'Referanse',
  errorCode: 'Kode',
  errors: {
    'login-not-found': {
      title: 'Denne innloggingen er over',
      description:
        'Den er ferdig, tok for lang tid eller ble startet i en annen nettleser. Gå tilbake dit du ville logge inn, og begynn på nytt.',
    },
    'other-browser': {
      title: 'Gå tilbake til den første nettleseren',
      description:
        'Innloggingen ble startet i en annen nettleser. For din sikkerhet ble den stoppet. Gå tilbake til den nettleseren og begynn på nytt der.',
    },
    'foreign-form': {
      title: 'Det kom ikke fra siden vår',
      description:
        'For din sikkerhet ble ingenting gjort. Gå tilbake dit du ville logge inn, og begynn på nytt.',
    },
    'eid-not-offered': {
      title: 'Denne måten å logge inn på finnes ikke',
      description: 'Gå tilbake dit du ville logge inn, og velg en annen måte.',
    },
    'internal-error': {
      title: 'Noe gikk galt',
      description:
        'Feilen er vår. Prøv igjen om litt. Hvis den vedvarer, kontakt brukerstøtten for tjenesten du ville logge inn på, og oppgi referansen nedenfor.',
    },
  },
};
