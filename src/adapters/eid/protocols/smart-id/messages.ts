import type { Language } from '../../../../domain/language.ts';
import type { StatusTextContext } from '../../../../ports/eid.ts';

type Message =
  | 'open'
  | 'confirm'
  | 'return'
  | 'declined'
  | 'expired'
  | 'unusable'
  | 'wrongCode'
  | 'updateApp'
  | 'failed'
  | 'unavailable'
  | 'ongoing';

type Messages = Readonly<Record<Message, string>>;

const en: Messages = {
  open: 'Open the Smart-ID app and follow its instructions.',
  confirm: 'Choose the code of this page in the Smart-ID app.',
  return: 'Return from the Smart-ID app to this browser.',
  declined: 'You cancelled in the Smart-ID app.',
  expired: 'There was no answer from the Smart-ID app in time. Try again.',
  unusable:
    'This Smart-ID cannot be used. Check it in the app, or contact the support of Smart-ID.',
  wrongCode: 'Another code was chosen in the app. Try again.',
  updateApp: 'Update the Smart-ID app and try again.',
  failed: 'Something went wrong. Try again.',
  unavailable: 'Smart-ID is not available at the moment. Try again later.',
  ongoing: 'The identification goes on.',
};

const et: Messages = {
  open: 'Ava Smart-ID rakendus ja järgi selle juhiseid.',
  confirm: 'Vali Smart-ID rakenduses selle lehe kood.',
  return: 'Tule Smart-ID rakendusest tagasi sellesse brauserisse.',
  declined: 'Katkestasid toimingu Smart-ID rakenduses.',
  expired: 'Smart-ID rakendusest ei tulnud õigel ajal vastust. Proovi uuesti.',
  unusable:
    'Seda Smart-ID kontot ei saa kasutada. Kontrolli seda rakenduses või pöördu Smart-ID toe poole.',
  wrongCode: 'Rakenduses valiti vale kood. Proovi uuesti.',
  updateApp: 'Uuenda Smart-ID rakendust ja proovi uuesti.',
  failed: 'Midagi läks valesti. Proovi uuesti.',
  unavailable: 'Smart-ID ei ole praegu kättesaadav. Proovi hiljem uuesti.',
  ongoing: 'Isikutuvastus on pooleli.',
};

const lv: Messages = {
  open: 'Atver lietotni Smart-ID un seko tās norādījumiem.',
  confirm: 'Izvēlies lietotnē Smart-ID šīs lapas kodu.',
  return: 'Atgriezies no lietotnes Smart-ID šajā pārlūkā.',
  declined: 'Tu atcēli darbību lietotnē Smart-ID.',
  expired: 'No lietotnes Smart-ID laikus nesaņēmām atbildi. Mēģini vēlreiz.',
  unusable:
    'Šo Smart-ID kontu nevar izmantot. Pārbaudi to lietotnē vai sazinies ar Smart-ID atbalstu.',
  wrongCode: 'Lietotnē tika izvēlēts cits kods. Mēģini vēlreiz.',
  updateApp: 'Atjaunini lietotni Smart-ID un mēģini vēlreiz.',
  failed: 'Radās kļūda. Mēģini vēlreiz.',
  unavailable: 'Smart-ID pašlaik nav pieejams. Mēģini vēlāk.',
  ongoing: 'Notiek identitātes apliecināšana.',
};

const lt: Messages = {
  open: 'Atidarykite „Smart-ID“ programėlę ir vykdykite jos nurodymus.',
  confirm: '„Smart-ID“ programėlėje pasirinkite šio puslapio kodą.',
  return: 'Iš „Smart-ID“ programėlės grįžkite į šią naršyklę.',
  declined: 'Atšaukėte veiksmą „Smart-ID“ programėlėje.',
  expired: 'Laiku negavome atsakymo iš „Smart-ID“ programėlės. Bandykite dar kartą.',
  unusable:
    'Šios „Smart-ID“ paskyros naudoti negalima. Patikrinkite ją programėlėje arba kreipkitės į „Smart-ID“ pagalbą.',
  wrongCode: 'Programėlėje pasirinktas kitas kodas. Bandykite dar kartą.',
  updateApp: 'Atnaujinkite „Smart-ID“ programėlę ir bandykite dar kartą.',
  failed: 'Įvyko klaida. Bandykite dar kartą.',
  unavailable: '„Smart-ID“ šiuo metu neveikia. Bandykite vėliau.',
  ongoing: 'Tapatybė tvirtinama.',
};

/** The languages of Smart-ID's people; the others read English. */
const MESSAGES: Readonly<Partial<Record<Language, Messages>>> = { en, et, lv, lt };

/** By the result of a session, or our own word for another state. `''` comes before the first collect. */
const CHOICES: ReadonlyMap<string, Message> = new Map([
  ['', 'open'],
  ['RUNNING', 'open'],
  ['pushed', 'confirm'],
  ['awaitingReturn', 'return'],
  ['USER_REFUSED', 'declined'],
  ['USER_REFUSED_INTERACTION', 'declined'],
  ['USER_REFUSED_CERT_CHOICE', 'declined'],
  ['TIMEOUT', 'expired'],
  // One text for both, so that nobody learns from it which persons have accounts.
  ['DOCUMENT_UNUSABLE', 'unusable'],
  ['ACCOUNT_UNUSABLE', 'unusable'],
  ['noAccount', 'unusable'],
  ['revoked', 'unusable'],
  ['WRONG_VC', 'wrongCode'],
  ['REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP', 'updateApp'],
  ['maintenance', 'unavailable'],
  ['tooManyRequests', 'unavailable'],
]);

/** Our text for a hint code. */
export function texts(hintCode: string, { language, ended }: StatusTextContext): string {
  const messages = MESSAGES[language] ?? en;
  return messages[CHOICES.get(hintCode) ?? (ended ? 'failed' : 'ongoing')];
}
