import type { Words } from './words.ts';

/** Swedish. */
export const sv: Words = {
  asks: (application, eid) => `${application} vill att du loggar in med ${eid}`,
  logInWith: (eid) => `Logga in med ${eid}`,
  onThisDevice: (eid) => `${eid} på den här enheten`,
  onThisDeviceMeans: 'Öppnar appen här',
  onAnotherDevice: (eid) => `${eid} på en annan enhet`,
  onAnotherDeviceMeans: 'Läs av en QR-kod med din telefon',
  openApp: (eid) => `Öppna ${eid}`,
  showQr: 'Visa QR-kod',
  scanHeading: 'Läs av QR-koden',
  scanSteps: (eid) => [
    `Öppna ${eid}-appen på din telefon`,
    'Välj att läsa av en QR-kod',
    'Rikta kameran mot koden',
  ],
  qrAlternative: (eid) => `QR-kod för ${eid}-appen`,
  enlarge: 'Förstora',
  close: 'Stäng',
  continueIn: (eid) => `Fortsätt i ${eid}-appen`,
  returnHeading: 'Snart klart',
  returnMessage: (eid) =>
    `Du har godkänt. ${eid}-appen för dig nu tillbaka till den här webbläsaren. Om det inte händer, börja om.`,
  cancel: 'Avbryt',
  tryAgain: 'Försök igen',
  startAgain: 'Börja om',
  useThisDevice: 'Använd den här enheten i stället',
  useAnotherDevice: 'Använd en annan enhet i stället',
  backTo: (application) => `Tillbaka till ${application}`,
  offline: 'Ingen anslutning. Försöker igen…',
  ended: (eid) => ({
    declined: 'Avbrutet',
    'not-started': `${eid} öppnades inte i tid`,
    expired: 'Tiden gick ut',
    superseded: 'Stoppad av en annan inloggning',
    blocked: `Ditt ${eid} kan inte användas`,
    'app-unable': `Din ${eid}-app klarar inte detta`,
    'too-risky': 'Stoppad för din säkerhet',
    'other-browser': 'Fortsatte i en annan webbläsare',
    failed: 'Något gick fel',
    lost: 'Något gick fel',
    unavailable: `${eid} går inte att nå`,
    busy: 'En annan inloggning pågår',
    misconfigured: 'Något gick fel',
  }),
  expired: 'Inloggningen blev inte klar i tid. Försök igen.',
  otherBrowser:
    'Appen öppnade en annan webbläsare än den du började i. För din säkerhet stoppades inloggningen. Försök igen.',
  reference: 'Referens',
  errorCode: 'Kod',
  errors: {
    'login-not-found': {
      title: 'Den här inloggningen är över',
      description:
        'Den är klar, tog för lång tid eller började i en annan webbläsare. Gå tillbaka dit du ville logga in och börja om.',
    },
    'other-browser': {
      title: 'Gå tillbaka till din första webbläsare',
      description:
        'Inloggningen började i en annan webbläsare. För din säkerhet stoppades den. Gå tillbaka till den webbläsaren och börja om där.',
    },
    'foreign-form': {
      title: 'Det där kom inte från vår sida',
      description:
        'För din säkerhet gjordes ingenting. Gå tillbaka dit du ville logga in och börja om.',
    },
    'eid-not-offered': {
      title: 'Det här sättet att logga in finns inte',
      description: 'Gå tillbaka dit du ville logga in och välj ett annat sätt.',
    },
    'internal-error': {
      title: 'Något gick fel',
      description:
        'Felet är vårt. Försök igen om en stund. Om det kvarstår, kontakta supporten för tjänsten du ville logga in i och uppge referensen nedan.',
    },
  },
};
