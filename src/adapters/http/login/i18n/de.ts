import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "bestätigen". */
const act = (verb: string) => (eid: string) => `Mit ${eid} ${verb}`;

/** German. */
export const de: Texts = {
  actions: {
    login: (eid) => `Mit ${eid} anmelden`,
    confirm: act('bestätigen'),
    accept: act('zustimmen'),
    approve: act('genehmigen'),
    sign: act('unterschreiben'),
  },
  textToSign: 'Text zum Unterschreiben',
  sameTextInApp: (eid) =>
    `Lesen Sie ihn, bevor Sie fortfahren. Die ${eid}-App zeigt Ihnen denselben Text.`,
  sameTextAtEid: (eid) => `Lesen Sie ihn, bevor Sie fortfahren. ${eid} zeigt Ihnen denselben Text.`,
  readText: 'Text lesen',
  messageFrom: (application) => `Nachricht von ${application}`,
  onThisDevice: (eid) => `${eid} auf diesem Gerät`,
  onThisDeviceMeans: 'Öffnet die App hier',
  onAnotherDevice: (eid) => `${eid} auf einem anderen Gerät`,
  onAnotherDeviceMeans: 'Scannen Sie einen QR-Code mit Ihrem Telefon',
  openApp: (eid) => `${eid} öffnen`,
  showQr: 'QR-Code anzeigen',
  scanHeading: 'Scannen Sie den QR-Code',
  scanSteps: (eid) => [
    `Öffnen Sie die ${eid}-App auf Ihrem Telefon`,
    'Wählen Sie, dass Sie einen QR-Code scannen möchten',
    'Richten Sie die Kamera auf den Code',
  ],
  scanWarning: (host) =>
    `Scannen Sie den Code nur, wenn Sie diese Seite selbst unter ${host} geöffnet haben.`,
  qrAlternative: (eid) => `QR-Code für die ${eid}-App`,
  enlarge: 'Vergrößern',
  close: 'Schließen',
  continueIn: (eid) => `Fahren Sie in der ${eid}-App fort`,
  continueOnPhone: 'Fahren Sie auf Ihrem Telefon fort',
  returnHeading: 'Fast geschafft',
  departHeading: (eid) => `Weiter zu ${eid}`,
  departMessage: (eid) =>
    `Sie fahren auf den Seiten von ${eid} fort und kommen anschließend hierher zurück.`,
  answerOnItsWay: (eid) => `Wir prüfen die Antwort von ${eid}.`,
  endedAtEid: (eid) =>
    `${eid} hat Sie nicht identifiziert. Versuchen Sie es noch einmal, oder gehen Sie zurück.`,
  answerUnusable: (eid) =>
    `Sie sind zurück, aber die Antwort von ${eid} ist nicht verwendbar. Versuchen Sie es noch einmal.`,
  eidSilent: (eid) => `${eid} antwortet gerade nicht. Versuchen Sie es gleich noch einmal.`,
  notYourFault:
    'Der Fehler liegt nicht bei Ihnen. Bleibt er bestehen, wenden Sie sich an den Support des Dienstes, von dem Sie kommen.',
  returnMessage: (eid) =>
    `Sie haben zugestimmt. Die ${eid}-App bringt Sie nun zu diesem Browser zurück. Geschieht das nicht, beginnen Sie von vorn.`,
  askedMessage: (eid) => `Geben Sie dies ein, damit ${eid} Sie auf Ihrem Telefon erreicht.`,
  input: {
    'national-number': {
      label: 'Persönliche Identifikationsnummer',
      wrong: 'Das ist keine gültige Identifikationsnummer.',
    },
    'phone-number': {
      label: 'Mobilnummer',
      hint: 'Beginnen Sie mit + und der Landesvorwahl.',
      wrong: 'Geben Sie die ganze Nummer mit + und der Landesvorwahl ein.',
    },
  },
  compareHeading: 'Vergleichen Sie die Codes',
  compareCode: (code) =>
    `Ihr Telefon zeigt einen Code. Fahren Sie dort nur fort, wenn er ${code} lautet.`,
  continue: 'Weiter',
  cancel: 'Abbrechen',
  tryAgain: 'Noch einmal versuchen',
  startAgain: 'Von vorn beginnen',
  useThisDevice: 'Stattdessen dieses Gerät verwenden',
  useAnotherDevice: 'Stattdessen ein anderes Gerät verwenden',
  backTo: (application) => `Zurück zu ${application}`,
  goBack: 'Zurück',
  offline: 'Keine Verbindung. Neuer Versuch…',
  ended: (eid) => ({
    declined: 'Abgebrochen',
    'not-opened': `${eid} wurde nicht rechtzeitig geöffnet`,
    expired: 'Die Zeit ist abgelaufen',
    superseded: 'Durch eine andere Anfrage beendet',
    blocked: `${eid} kann bei Ihnen nicht verwendet werden`,
    'app-unable': `Ihre ${eid}-App kann das nicht`,
    'too-risky': 'Zu Ihrer Sicherheit beendet',
    'other-browser': 'In einem anderen Browser fortgesetzt',
    'other-person': 'Eine andere Person hat geantwortet',
    failed: 'Das hat nicht geklappt',
    lost: 'Das hat nicht geklappt',
    unverified: 'Das hat nicht geklappt',
    unavailable: `${eid} ist nicht erreichbar`,
    busy: 'Es läuft bereits eine andere Anfrage',
    misconfigured: 'Das hat nicht geklappt',
    'too-many-requests': 'Zu viele auf einmal',
  }),
  expired: 'Es wurde nicht rechtzeitig abgeschlossen. Versuchen Sie es noch einmal.',
  otherBrowser:
    'Die App hat einen anderen Browser geöffnet als den, in dem Sie begonnen haben. Zu Ihrer Sicherheit wurde dies beendet. Versuchen Sie es noch einmal.',
  otherPerson: (application) =>
    `${application} hat nach einer bestimmten Person gefragt, und jemand anders hat geantwortet. Versuchen Sie es noch einmal als diese Person.`,
  supportCode: 'Support-Code',
  copy: 'Kopieren',
  copied: 'Kopiert',
  errorCode: 'Code',
  errors: {
    'login-not-found': {
      title: 'Das ist vorbei',
      description:
        'Es ist abgeschlossen, hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Gehen Sie dorthin zurück, wo Sie herkamen, und beginnen Sie von vorn.',
    },
    'login-over': {
      title: 'Das ist abgeschlossen',
      description:
        'Sie sind hier schon fertig, und nichts ist falsch. Gehen Sie dorthin zurück, wo Sie herkamen.',
    },
    'other-browser': {
      title: 'Gehen Sie zu Ihrem ersten Browser zurück',
      description:
        'Dies wurde in einem anderen Browser begonnen. Zu Ihrer Sicherheit kann es hier nicht fortgesetzt werden. Gehen Sie zu jenem Browser zurück.',
    },
    'foreign-form': {
      title: 'Das kam nicht von unserer Seite',
      description:
        'Zu Ihrer Sicherheit ist nichts geschehen. Gehen Sie dorthin zurück, wo Sie herkamen, und beginnen Sie von vorn.',
    },
    'eid-not-offered': {
      title: 'Diese eID kann hier nicht verwendet werden',
      description: 'Gehen Sie dorthin zurück, wo Sie herkamen, und wählen Sie einen anderen Weg.',
    },
    'service-unavailable': {
      title: 'Einen Moment, bitte',
      description:
        'Hier sind gerade viele Menschen, oder etwas, wovon wir abhängen, antwortet nicht. Nichts ist verloren: Diese Seite versucht es von selbst noch einmal.',
      withoutReload:
        'Hier sind gerade viele Menschen, oder etwas, wovon wir abhängen, antwortet nicht. Nichts ist verloren: Warten Sie einen Moment und laden Sie dann diese Seite neu, oder gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    'too-many-requests': {
      title: 'Zu viele auf einmal',
      description:
        'In kurzer Zeit kamen zu viele Anfragen. Nichts ist verloren: Warten Sie einen Moment, und versuchen Sie es dann noch einmal.',
    },
    'internal-error': {
      title: 'Etwas ist schiefgegangen',
      description:
        'Der Fehler liegt bei uns. Versuchen Sie es gleich noch einmal. Bleibt er bestehen, nennen Sie dem Support des Dienstes, von dem Sie kommen, den unten stehenden Support-Code.',
    },
  },
};
