import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Prisijungti". */
const act = (verb: string) => (eid: string) => `${verb} naudojant ${eid}`;

/** ISO 639: lt. Names are never inflected. */
export const lt: Texts = {
  actions: {
    login: act('Prisijungti'),
    confirm: act('Patvirtinti'),
    accept: act('Sutikti'),
    approve: act('Pritarti'),
    sign: act('Pasirašyti'),
  },
  textToSign: 'Pasirašomas tekstas',
  sameTextInApp: (eid) =>
    `Perskaitykite jį prieš tęsdami. ${eid} programėlė parodys jums tą patį tekstą.`,
  sameTextAtEid: (eid) => `Perskaitykite jį prieš tęsdami. ${eid} parodys jums tą patį tekstą.`,
  readText: 'Skaityti tekstą',
  messageFrom: (application) => `Pranešimas iš ${application}`,
  onThisDevice: (eid) => `${eid} šiame įrenginyje`,
  onThisDeviceMeans: 'Atveria programėlę čia',
  onAnotherDevice: (eid) => `${eid} kitame įrenginyje`,
  onAnotherDeviceMeans: 'Nuskaitykite QR kodą telefonu',
  openApp: (eid) => `Atverti ${eid}`,
  showQr: 'Rodyti QR kodą',
  scanHeading: 'Nuskaitykite QR kodą',
  scanSteps: (eid) => [
    `Atverkite telefone ${eid} programėlę`,
    'Pasirinkite nuskaityti QR kodą',
    'Nukreipkite kamerą į kodą',
  ],
  scanWarning: (host) =>
    `Nuskaitykite kodą tik tuo atveju, jei šį puslapį patys atvėrėte adresu ${host}.`,
  qrAlternative: (eid) => `QR kodas ${eid} programėlei`,
  enlarge: 'Padidinti',
  close: 'Užverti',
  continueIn: (eid) => `Tęskite ${eid} programėlėje`,
  continueOnPhone: 'Tęskite telefone',
  returnHeading: 'Beveik baigta',
  departHeading: (eid) => `Tęsti naudojant ${eid}`,
  departMessage: (eid) => `Tęsite ${eid} puslapiuose, o paskui grįšite čia.`,
  answerOnItsWay: (eid) => `Tikriname ${eid} atsakymą.`,
  endedAtEid: (eid) => `${eid} nenustatė jūsų tapatybės. Bandykite dar kartą arba grįžkite.`,
  answerUnusable: (eid) =>
    `Jūs grįžote, bet ${eid} atsakymo panaudoti negalima. Bandykite dar kartą.`,
  eidSilent: (eid) => `${eid} šiuo metu neatsako. Netrukus bandykite dar kartą.`,
  notYourFault:
    'Klaida ne jūsų. Jei ji kartojasi, kreipkitės į paslaugos, iš kurios atėjote, pagalbos tarnybą.',
  returnMessage: (eid) =>
    `Jūs patvirtinote. ${eid} programėlė dabar grąžins jus į šią naršyklę. Jei taip neįvyksta, pradėkite iš naujo.`,
  askedMessage: (eid) => `Įveskite šiuos duomenis, kad ${eid} pasiektų jūsų telefoną.`,
  input: {
    'national-number': { label: 'Asmens kodas', wrong: 'Tai nėra galiojantis asmens kodas.' },
    'phone-number': {
      label: 'Mobiliojo telefono numeris',
      hint: 'Pradėkite nuo + ir šalies kodo.',
      wrong: 'Įveskite visą numerį su + ir šalies kodu.',
    },
  },
  compareHeading: 'Palyginkite kodus',
  compareCode: (code) => `Jūsų telefonas rodo kodą. Tęskite jame tik tada, jei kodas yra ${code}.`,
  continue: 'Tęsti',
  cancel: 'Atšaukti',
  tryAgain: 'Bandyti dar kartą',
  startAgain: 'Pradėti iš naujo',
  useThisDevice: 'Naudoti šį įrenginį',
  useAnotherDevice: 'Naudoti kitą įrenginį',
  backTo: (application) => `Grįžti į ${application}`,
  goBack: 'Grįžti',
  offline: 'Nėra ryšio. Bandoma dar kartą…',
  ended: (eid) => ({
    declined: 'Atšaukta',
    'not-opened': `${eid} nebuvo laiku atverta`,
    expired: 'Laikas baigėsi',
    superseded: 'Sustabdė kita užklausa',
    blocked: `Jūsų ${eid} naudoti negalima`,
    'app-unable': `Jūsų ${eid} programėlė to negali`,
    'too-risky': 'Sustabdyta jūsų saugumui',
    'other-browser': 'Tęsta kitoje naršyklėje',
    'other-person': 'Atsakė kitas asmuo',
    failed: 'Nepavyko',
    lost: 'Nepavyko',
    unverified: 'Nepavyko',
    unavailable: `${eid} nepasiekiama`,
    busy: 'Vykdoma kita užklausa',
    misconfigured: 'Nepavyko',
    'too-many-requests': 'Per daug vienu metu',
  }),
  expired: 'Nebuvo laiku užbaigta. Bandykite dar kartą.',
  otherBrowser:
    'Programėlė atvėrė ne tą naršyklę, kurioje pradėjote. Jūsų saugumui tai sustabdyta. Bandykite dar kartą.',
  otherPerson: (application) =>
    `${application} prašė konkretaus asmens, o atsakė kažkas kitas. Bandykite dar kartą kaip tas asmuo.`,
  supportCode: 'Pagalbos kodas',
  copy: 'Kopijuoti',
  copied: 'Nukopijuota',
  errorCode: 'Kodas',
  errors: {
    'login-not-found': {
      title: 'Tai jau baigėsi',
      description:
        'Tai užbaigta, užtruko per ilgai arba buvo pradėta kitoje naršyklėje. Grįžkite ten, iš kur atėjote, ir pradėkite iš naujo.',
    },
    'login-over': {
      title: 'Tai užbaigta',
      description: 'Čia jau baigėte, ir viskas gerai. Grįžkite ten, iš kur atėjote.',
    },
    'other-browser': {
      title: 'Grįžkite į pirmąją naršyklę',
      description:
        'Tai buvo pradėta kitoje naršyklėje. Jūsų saugumui čia to tęsti negalima. Grįžkite į tą naršyklę.',
    },
    'foreign-form': {
      title: 'Tai atėjo ne iš mūsų puslapio',
      description:
        'Jūsų saugumui nieko nebuvo padaryta. Grįžkite ten, iš kur atėjote, ir pradėkite iš naujo.',
    },
    'eid-not-offered': {
      title: 'Šios eID čia naudoti negalima',
      description: 'Grįžkite ten, iš kur atėjote, ir pasirinkite kitą būdą.',
    },
    'service-unavailable': {
      title: 'Palaukite akimirką',
      description:
        'Šiuo metu čia daug žmonių arba neatsako kažkas, nuo ko priklausome. Niekas neprarasta: šis puslapis pats bandys dar kartą.',
      withoutReload:
        'Šiuo metu čia daug žmonių arba neatsako kažkas, nuo ko priklausome. Niekas neprarasta: palaukite akimirką ir tada įkelkite šį puslapį iš naujo arba grįžkite ir bandykite dar kartą.',
    },
    'too-many-requests': {
      title: 'Per daug vienu metu',
      description:
        'Per trumpą laiką gauta per daug užklausų. Niekas neprarasta: palaukite akimirką ir tada bandykite dar kartą.',
    },
    'internal-error': {
      title: 'Įvyko klaida',
      description:
        'Klaida mūsų. Netrukus bandykite dar kartą. Jei ji kartojasi, praneškite žemiau nurodytą pagalbos kodą paslaugos, iš kurios atėjote, pagalbos tarnybai.',
    },
  },
};
