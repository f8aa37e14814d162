import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Logga in". */
const act = (verb: string) => (eid: string) => `${verb} med ${eid}`;

/** Swedish. */
export const sv: Texts = {
  actions: {
    login: act('Logga in'),
    confirm: act('Bekräfta'),
    accept: act('Acceptera'),
    approve: act('Godkänn'),
    sign: act('Skriv under'),
  },
  textToSign: 'Text att skriva under',
  sameTextInApp: (eid) => `Läs den innan du går vidare. ${eid}-appen visar samma text.`,
  sameTextAtEid: (eid) => `Läs den innan du går vidare. ${eid} visar samma text.`,
  readText: 'Läs texten',
  messageFrom: (application) => `Meddelande från ${application}`,
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
  scanWarning: (host) => `Läs av koden bara om du själv öppnade den här sidan på ${host}.`,
  qrAlternative: (eid) => `QR-kod för ${eid}-appen`,
  enlarge: 'Förstora',
  close: 'Stäng',
  continueIn: (eid) => `Fortsätt i ${eid}-appen`,
  continueOnPhone: 'Fortsätt på din telefon',
  returnHeading: 'Snart klart',
  departHeading: (eid) => `Fortsätt till ${eid}`,
  departMessage: (eid) => `Du fortsätter på sidorna hos ${eid} och kommer sedan tillbaka hit.`,
  answerOnItsWay: (eid) => `Vi kontrollerar svaret från ${eid}.`,
  endedAtEid: (eid) => `${eid} identifierade dig inte. Försök igen eller gå tillbaka.`,
  answerUnusable: (eid) =>
    `Du kom tillbaka, men svaret från ${eid} kan inte användas. Försök igen.`,
  eidSilent: (eid) => `${eid} svarar inte just nu. Försök igen om en stund.`,
  notYourFault:
    'Felet är inte ditt. Om det kvarstår, kontakta supporten för tjänsten du kom ifrån.',
  returnMessage: (eid) =>
    `Du har godkänt. ${eid}-appen för dig nu tillbaka till den här webbläsaren. Om det inte händer, börja om.`,
  askedMessage: (eid) => `Fyll i detta så att ${eid} kan nå dig på din telefon.`,
  input: {
    'national-number': { label: 'Personnummer', wrong: 'Det här är inget giltigt personnummer.' },
    'phone-number': {
      label: 'Mobilnummer',
      hint: 'Börja med + och landskoden.',
      wrong: 'Skriv hela numret med + och landskoden.',
    },
  },
  compareHeading: 'Jämför koderna',
  compareCode: (code) => `Din telefon visar en kod. Fortsätt där bara om den är ${code}.`,
  continue: 'Fortsätt',
  cancel: 'Avbryt',
  tryAgain: 'Försök igen',
  startAgain: 'Börja om',
  useThisDevice: 'Använd den här enheten i stället',
  useAnotherDevice: 'Använd en annan enhet i stället',
  backTo: (application) => `Tillbaka till ${application}`,
  goBack: 'Tillbaka',
  offline: 'Ingen anslutning. Försöker igen…',
  ended: (eid) => ({
    declined: 'Avbrutet',
    'not-opened': `${eid} öppnades inte i tid`,
    expired: 'Tiden gick ut',
    superseded: 'Stoppad av en annan begäran',
    blocked: `Ditt ${eid} kan inte användas`,
    'app-unable': `Din ${eid}-app klarar inte detta`,
    'too-risky': 'Stoppad för din säkerhet',
    'other-browser': 'Fortsatte i en annan webbläsare',
    'other-person': 'En annan person svarade',
    failed: 'Det gick inte',
    lost: 'Det gick inte',
    unverified: 'Det gick inte',
    unavailable: `${eid} går inte att nå`,
    busy: 'En annan begäran pågår',
    misconfigured: 'Det gick inte',
    'too-many-requests': 'För många på en gång',
  }),
  expired: 'Det blev inte klart i tid. Försök igen.',
  otherBrowser:
    'Appen öppnade en annan webbläsare än den du började i. För din säkerhet stoppades detta. Försök igen.',
  otherPerson: (application) =>
    `${application} frågade efter en viss person, men någon annan svarade. Försök igen som den personen.`,
  supportCode: 'Supportkod',
  copy: 'Kopiera',
  copied: 'Kopierad',
  errorCode: 'Kod',
  errors: {
    'login-not-found': {
      title: 'Det här är över',
      description:
        'Det är klart, tog för lång tid eller började i en annan webbläsare. Gå tillbaka dit du kom ifrån och börja om.',
    },
    'login-over': {
      title: 'Det här är klart',
      description: 'Du är redan klar här, och inget är fel. Gå tillbaka dit du kom ifrån.',
    },
    'other-browser': {
      title: 'Gå tillbaka till din första webbläsare',
      description:
        'Det här började i en annan webbläsare. För din säkerhet kan det inte fortsätta här. Gå tillbaka till den webbläsaren.',
    },
    'foreign-form': {
      title: 'Det där kom inte från vår sida',
      description: 'För din säkerhet gjordes ingenting. Gå tillbaka dit du kom ifrån och börja om.',
    },
    'eid-not-offered': {
      title: 'Den här e-legitimationen kan inte användas här',
      description: 'Gå tillbaka dit du kom ifrån och välj ett annat sätt.',
    },
    'service-unavailable': {
      title: 'Vänta ett ögonblick',
      description:
        'Det är många här just nu, eller så svarar inte något som vi är beroende av. Inget har gått förlorat: sidan försöker igen av sig själv.',
      withoutReload:
        'Det är många här just nu, eller så svarar inte något som vi är beroende av. Inget har gått förlorat: vänta ett ögonblick och ladda sedan om sidan, eller gå tillbaka och försök igen.',
    },
    'too-many-requests': {
      title: 'För många på en gång',
      description:
        'Det kom för många förfrågningar på kort tid. Inget har gått förlorat: vänta ett ögonblick och försök igen.',
    },
    'internal-error': {
      title: 'Något gick fel',
      description:
        'Felet är vårt. Försök igen om en stund. Om det kvarstår, kontakta supporten för tjänsten du kom ifrån och uppge supportkoden nedan.',
    },
  },
};
