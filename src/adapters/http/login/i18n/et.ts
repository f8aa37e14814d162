import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Kinnitage". */
const act = (verb: string) => (eid: string) => `${verb} ${eid}-ga`;

/** ISO 639: et. The name of an application is never inflected: a noun before it is. */
export const et: Texts = {
  actions: {
    login: act('Logige sisse'),
    confirm: act('Kinnitage'),
    accept: act('Andke nõusolek'),
    approve: act('Kiitke heaks'),
    sign: act('Allkirjastage'),
  },
  textToSign: 'Allkirjastatav tekst',
  sameTextInApp: (eid) => `Lugege see enne jätkamist läbi. ${eid} rakendus näitab sama teksti.`,
  sameTextAtEid: (eid) => `Lugege see enne jätkamist läbi. ${eid} näitab sama teksti.`,
  readText: 'Lugege teksti',
  messageFrom: (application) => `Teenuse ${application} sõnum`,
  onThisDevice: (eid) => `${eid} selles seadmes`,
  onThisDeviceMeans: 'Avab rakenduse siin',
  onAnotherDevice: (eid) => `${eid} teises seadmes`,
  onAnotherDeviceMeans: 'Skannige telefoniga QR-kood',
  openApp: (eid) => `Avage ${eid}`,
  showQr: 'Näita QR-koodi',
  scanHeading: 'Skannige QR-kood',
  scanSteps: (eid) => [
    `Avage telefonis ${eid} rakendus`,
    'Valige QR-koodi skannimine',
    'Suunake kaamera koodile',
  ],
  scanWarning: (host) => `Skannige kood ainult siis, kui avasite selle lehe ise aadressil ${host}.`,
  qrAlternative: (eid) => `QR-kood ${eid} rakendusele`,
  enlarge: 'Suurenda',
  close: 'Sule',
  continueIn: (eid) => `Jätkake ${eid} rakenduses`,
  continueOnPhone: 'Jätkake telefonis',
  returnHeading: 'Peaaegu valmis',
  departHeading: (eid) => `Jätkake: ${eid}`,
  departMessage: (eid) => `Te jätkate teenuse ${eid} lehtedel ja tulete pärast siia tagasi.`,
  answerOnItsWay: (eid) => `Kontrollime teenuse ${eid} vastust.`,
  endedAtEid: (eid) => `${eid} ei tuvastanud teid. Proovige uuesti või minge tagasi.`,
  answerUnusable: (eid) =>
    `Tulite tagasi, kuid teenuse ${eid} vastust ei saa kasutada. Proovige uuesti.`,
  eidSilent: (eid) => `${eid} praegu ei vasta. Proovige hetke pärast uuesti.`,
  notYourFault:
    'Viga ei ole teie poolel. Kui see kordub, pöörduge selle teenuse kasutajatoe poole, kust tulite.',
  returnMessage: (eid) =>
    `Olete kinnitanud. ${eid} rakendus toob teid nüüd tagasi sellesse brauserisse. Kui seda ei juhtu, alustage uuesti.`,
  askedMessage: (eid) => `Sisestage need andmed, et ${eid} jõuaks teie telefoni.`,
  input: {
    'national-number': { label: 'Isikukood', wrong: 'See ei ole kehtiv isikukood.' },
    'phone-number': {
      label: 'Mobiilinumber',
      hint: 'Alustage märgiga + ja riigi suunanumbriga.',
      wrong: 'Sisestage kogu number koos märgi + ja riigi suunanumbriga.',
    },
  },
  compareHeading: 'Võrrelge koode',
  compareCode: (code) => `Teie telefon näitab koodi. Jätkake seal ainult siis, kui see on ${code}.`,
  continue: 'Jätka',
  cancel: 'Katkesta',
  tryAgain: 'Proovi uuesti',
  startAgain: 'Alusta uuesti',
  useThisDevice: 'Kasuta hoopis seda seadet',
  useAnotherDevice: 'Kasuta hoopis teist seadet',
  backTo: (application) => `Tagasi: ${application}`,
  goBack: 'Tagasi',
  offline: 'Ühendus puudub. Proovime uuesti…',
  ended: (eid) => ({
    declined: 'Katkestatud',
    'not-opened': `${eid} jäi õigel ajal avamata`,
    expired: 'Aeg sai läbi',
    superseded: 'Teine päring katkestas selle',
    blocked: `Teie ${eid} ei ole kasutatav`,
    'app-unable': `Teie ${eid} rakendus ei võimalda seda`,
    'too-risky': 'Peatatud teie turvalisuse huvides',
    'other-browser': 'Jätkus teises brauseris',
    'other-person': 'Vastas teine inimene',
    failed: 'See ei õnnestunud',
    lost: 'See ei õnnestunud',
    unverified: 'See ei õnnestunud',
    unavailable: `${eid} ei ole kättesaadav`,
    busy: 'Teine päring on pooleli',
    misconfigured: 'See ei õnnestunud',
    'too-many-requests': 'Korraga liiga palju',
  }),
  expired: 'See ei saanud õigeks ajaks valmis. Proovige uuesti.',
  otherBrowser:
    'Rakendus avas teise brauseri kui see, milles alustasite. Teie turvalisuse huvides see peatati. Proovige uuesti.',
  otherPerson: (application) =>
    `${application} küsis ühte kindlat inimest, kuid vastas keegi teine. Proovige uuesti selle inimesena.`,
  supportCode: 'Toe kood',
  copy: 'Kopeeri',
  copied: 'Kopeeritud',
  errorCode: 'Kood',
  errors: {
    'login-not-found': {
      title: 'See on läbi',
      description:
        'See on lõpetatud, võttis liiga kaua aega või algas teises brauseris. Minge tagasi sinna, kust tulite, ja alustage uuesti.',
    },
    'login-over': {
      title: 'See on valmis',
      description: 'Olete siin juba lõpetanud ja kõik on korras. Minge tagasi sinna, kust tulite.',
    },
    'other-browser': {
      title: 'Minge tagasi oma esimesse brauserisse',
      description:
        'See algas teises brauseris. Teie turvalisuse huvides ei saa seda siin jätkata. Minge tagasi sellesse brauserisse.',
    },
    'foreign-form': {
      title: 'See ei tulnud meie lehelt',
      description:
        'Teie turvalisuse huvides ei tehtud midagi. Minge tagasi sinna, kust tulite, ja alustage uuesti.',
    },
    'eid-not-offered': {
      title: 'Seda eID-d ei saa siin kasutada',
      description: 'Minge tagasi sinna, kust tulite, ja valige teine viis.',
    },
    'service-unavailable': {
      title: 'Oodake hetk',
      description:
        'Siin on praegu palju inimesi või miski, millest me sõltume, ei vasta. Midagi ei ole kadunud: leht proovib ise uuesti.',
      withoutReload:
        'Siin on praegu palju inimesi või miski, millest me sõltume, ei vasta. Midagi ei ole kadunud: oodake hetk ja laadige leht siis uuesti või minge tagasi ja proovige uuesti.',
    },
    'too-many-requests': {
      title: 'Korraga liiga palju',
      description:
        'Lühikese ajaga tuli liiga palju päringuid. Midagi ei ole kadunud: oodake hetk ja proovige siis uuesti.',
    },
    'internal-error': {
      title: 'Midagi läks valesti',
      description:
        'Viga on meie poolel. Proovige hetke pärast uuesti. Kui see kordub, öelge allolev toe kood selle teenuse kasutajatoele, kust tulite.',
    },
  },
};
