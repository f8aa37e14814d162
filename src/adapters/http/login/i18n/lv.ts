import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Pieslēgties". */
const act = (verb: string) => (eid: string) => `${verb}, izmantojot ${eid}`;

/** ISO 639: lv. Names are never inflected. */
export const lv: Texts = {
  actions: {
    login: act('Pieslēgties'),
    confirm: act('Apstiprināt'),
    accept: act('Piekrist'),
    approve: act('Akceptēt'),
    sign: act('Parakstīt'),
  },
  textToSign: 'Parakstāmais teksts',
  sameTextInApp: (eid) =>
    `Izlasiet to, pirms turpināt. ${eid} lietotne parādīs jums to pašu tekstu.`,
  sameTextAtEid: (eid) => `Izlasiet to, pirms turpināt. ${eid} parādīs jums to pašu tekstu.`,
  readText: 'Lasīt tekstu',
  messageFrom: (application) => `Ziņa no ${application}`,
  onThisDevice: (eid) => `${eid} šajā ierīcē`,
  onThisDeviceMeans: 'Atver lietotni šeit',
  onAnotherDevice: (eid) => `${eid} citā ierīcē`,
  onAnotherDeviceMeans: 'Noskenējiet QR kodu ar tālruni',
  openApp: (eid) => `Atvērt ${eid}`,
  showQr: 'Rādīt QR kodu',
  scanHeading: 'Noskenējiet QR kodu',
  scanSteps: (eid) => [
    `Atveriet tālrunī ${eid} lietotni`,
    'Izvēlieties skenēt QR kodu',
    'Pavērsiet kameru pret kodu',
  ],
  scanWarning: (host) => `Skenējiet kodu tikai tad, ja šo lapu vietnē ${host} atvērāt tieši jūs.`,
  qrAlternative: (eid) => `QR kods ${eid} lietotnei`,
  enlarge: 'Palielināt',
  close: 'Aizvērt',
  continueIn: (eid) => `Turpiniet ${eid} lietotnē`,
  continueOnPhone: 'Turpiniet tālrunī',
  returnHeading: 'Gandrīz pabeigts',
  departHeading: (eid) => `Turpināt ar ${eid}`,
  departMessage: (eid) => `Jūs turpināsiet ${eid} lapās un pēc tam atgriezīsieties šeit.`,
  answerOnItsWay: (eid) => `Mēs pārbaudām ${eid} atbildi.`,
  endedAtEid: (eid) => `${eid} jūs neidentificēja. Mēģiniet vēlreiz vai dodieties atpakaļ.`,
  answerUnusable: (eid) => `Jūs atgriezāties, bet ${eid} atbildi nevar izmantot. Mēģiniet vēlreiz.`,
  eidSilent: (eid) => `${eid} pašlaik neatbild. Mēģiniet vēlreiz pēc brīža.`,
  notYourFault:
    'Kļūda nav jūsu. Ja tā atkārtojas, sazinieties ar tā pakalpojuma atbalstu, no kura atnācāt.',
  returnMessage: (eid) =>
    `Jūs apstiprinājāt. ${eid} lietotne tagad atvedīs jūs atpakaļ šajā pārlūkā. Ja tas nenotiek, sāciet no jauna.`,
  askedMessage: (eid) => `Ievadiet šo, lai ${eid} varētu jūs sasniegt tālrunī.`,
  input: {
    'national-number': { label: 'Personas kods', wrong: 'Šis nav derīgs personas kods.' },
    'phone-number': {
      label: 'Mobilā tālruņa numurs',
      hint: 'Sāciet ar + un valsts kodu.',
      wrong: 'Ievadiet visu numuru ar + un valsts kodu.',
    },
  },
  compareHeading: 'Salīdziniet kodus',
  compareCode: (code) => `Jūsu tālrunis rāda kodu. Turpiniet tur tikai tad, ja tas ir ${code}.`,
  continue: 'Turpināt',
  cancel: 'Atcelt',
  tryAgain: 'Mēģināt vēlreiz',
  startAgain: 'Sākt no jauna',
  useThisDevice: 'Izmantot šo ierīci',
  useAnotherDevice: 'Izmantot citu ierīci',
  backTo: (application) => `Atpakaļ uz ${application}`,
  goBack: 'Atpakaļ',
  offline: 'Nav savienojuma. Mēģinām vēlreiz…',
  ended: (eid) => ({
    declined: 'Atcelts',
    'not-opened': `${eid} netika laikus atvērts`,
    expired: 'Laiks beidzās',
    superseded: 'Apturēja cits pieprasījums',
    blocked: `Jūsu ${eid} nevar izmantot`,
    'app-unable': `Jūsu ${eid} lietotne to nespēj`,
    'too-risky': 'Apturēts jūsu drošībai',
    'other-browser': 'Turpināts citā pārlūkā',
    'other-person': 'Atbildēja cita persona',
    failed: 'Tas neizdevās',
    lost: 'Tas neizdevās',
    unverified: 'Tas neizdevās',
    unavailable: `${eid} nav sasniedzams`,
    busy: 'Notiek cits pieprasījums',
    misconfigured: 'Tas neizdevās',
    'too-many-requests': 'Pārāk daudz vienlaikus',
  }),
  expired: 'Tas netika laikus pabeigts. Mēģiniet vēlreiz.',
  otherBrowser:
    'Lietotne atvēra citu pārlūku, nevis to, kurā sākāt. Jūsu drošībai tas tika apturēts. Mēģiniet vēlreiz.',
  otherPerson: (application) =>
    `${application} prasīja vienu noteiktu personu, bet atbildēja kāds cits. Mēģiniet vēlreiz kā šī persona.`,
  supportCode: 'Atbalsta kods',
  copy: 'Kopēt',
  copied: 'Nokopēts',
  errorCode: 'Kods',
  errors: {
    'login-not-found': {
      title: 'Tas ir beidzies',
      description:
        'Tas ir pabeigts, ilga pārāk ilgi vai tika sākts citā pārlūkā. Atgriezieties tur, no kurienes atnācāt, un sāciet no jauna.',
    },
    'login-over': {
      title: 'Tas ir pabeigts',
      description:
        'Jūs šeit jau esat pabeidzis, un viss ir kārtībā. Atgriezieties tur, no kurienes atnācāt.',
    },
    'other-browser': {
      title: 'Atgriezieties savā pirmajā pārlūkā',
      description:
        'Tas tika sākts citā pārlūkā. Jūsu drošībai to šeit nevar turpināt. Atgriezieties tajā pārlūkā.',
    },
    'foreign-form': {
      title: 'Tas nenāca no mūsu lapas',
      description:
        'Jūsu drošībai nekas netika darīts. Atgriezieties tur, no kurienes atnācāt, un sāciet no jauna.',
    },
    'eid-not-offered': {
      title: 'Šo eID šeit nevar izmantot',
      description: 'Atgriezieties tur, no kurienes atnācāt, un izvēlieties citu veidu.',
    },
    'service-unavailable': {
      title: 'Lūdzu, uzgaidiet',
      description:
        'Šeit pašlaik ir daudz cilvēku vai neatbild kaut kas, no kā esam atkarīgi. Nekas nav zudis: šī lapa pati mēģinās vēlreiz.',
      withoutReload:
        'Šeit pašlaik ir daudz cilvēku vai neatbild kaut kas, no kā esam atkarīgi. Nekas nav zudis: brīdi uzgaidiet un pēc tam pārlādējiet šo lapu vai dodieties atpakaļ un mēģiniet vēlreiz.',
    },
    'too-many-requests': {
      title: 'Pārāk daudz vienlaikus',
      description:
        'Īsā laikā pienāca pārāk daudz pieprasījumu. Nekas nav zudis: brīdi uzgaidiet un tad mēģiniet vēlreiz.',
    },
    'internal-error': {
      title: 'Radās kļūda',
      description:
        'Kļūda ir mūsu. Mēģiniet vēlreiz pēc brīža. Ja tā atkārtojas, paziņojiet zemāk redzamo atbalsta kodu tā pakalpojuma atbalstam, no kura atnācāt.',
    },
  },
};
