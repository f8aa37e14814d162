import type { Words } from './words.ts';

/** Danish. */
export const da: Words = {
  asks: (application, eid) => `${application} beder dig logge ind med ${eid}`,
  logInWith: (eid) => `Log ind med ${eid}`,
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
  qrAlternative: (eid) => `QR-kode til ${eid}-appen`,
  enlarge: 'Gør større',
  close: 'Luk',
  continueIn: (eid) => `Fortsæt i ${eid}-appen`,
  returnHeading: 'Næsten færdig',
  returnMessage: (eid) =>
    `Du har godkendt. ${eid}-appen fører dig nu tilbage til denne browser. Hvis det ikke sker, så begynd forfra.`,
  cancel: 'Annuller',
  tryAgain: 'Prøv igen',
  startAgain: 'Begynd forfra',
  useThisDevice: 'Brug denne enhed i stedet',
  useAnotherDevice: 'Brug en anden enhed i stedet',
  backTo: (application) => `Tilbage til ${application}`,
  offline: 'Ingen forbindelse. Prøver igen…',
  ended: (eid) => ({
    declined: 'Annulleret',
    'not-started': `${eid} blev ikke åbnet i tide`,
    expired: 'Tiden løb ud',
    superseded: 'Stoppet af et andet login',
    blocked: `Dit ${eid} kan ikke bruges`,
    'app-unable': `Din ${eid}-app kan ikke dette`,
    'too-risky': 'Stoppet for din sikkerheds skyld',
    'other-browser': 'Fortsatte i en anden browser',
    failed: 'Noget gik galt',
    lost: 'Noget gik galt',
    unavailable: `Der er ikke forbindelse til ${eid}`,
    busy: 'Et andet login er i gang',
    misconfigured: 'Noget gik galt',
  }),
  expired: 'Du nåede ikke at logge ind i tide. Prøv igen.',
  otherBrowser:
    'Appen åbnede en anden browser end den, du begyndte i. For din sikkerheds skyld blev login stoppet. Prøv igen.',
  reference: 'Reference',
  errorCode: 'Kode',
  errors: {
    'login-not-found': {
      title: 'Dette login er slut',
      description:
        'Det er færdigt, tog for lang tid eller blev begyndt i en anden browser. Gå tilbage til det sted, hvor du ville logge ind, og begynd forfra.',
    },
    'other-browser': {
      title: 'Gå tilbage til din første browser',
      description:
        'Dette login blev begyndt i en anden browser. For din sikkerheds skyld blev det stoppet. Gå tilbage til den browser, og begynd forfra der.',
    },
    'foreign-form': {
      title: 'Det kom ikke fra vores side',
      description:
        'For din sikkerheds skyld er der ikke sket noget. Gå tilbage til det sted, hvor du ville logge ind, og begynd forfra.',
    },
    'eid-not-offered': {
      title: 'Denne måde at logge ind på findes ikke',
      description: 'Gå tilbage til det sted, hvor du ville logge ind, og vælg en anden måde.',
    },
    'internal-error': {
      title: 'Noget gik galt',
      description:
        'Fejlen er vores. Prøv igen om lidt. Hvis den bliver ved, så kontakt supporten for den tjeneste, du ville logge ind på, og oplys referencen nedenfor.',
    },
  },
};
