import type { StatusTextContext } from '../../../ports/eid.ts';

/** The texts of an order, by what the person should do or know. */
type MessageId =
  | 'scan'
  | 'open'
  | 'approve'
  | 'declined'
  | 'stopped'
  | 'expired'
  | 'unable'
  | 'failed';

type Messages = Readonly<Record<MessageId, string>>;

const en: Messages = {
  scan: 'Open the Freja app and scan the QR code.',
  open: 'Open the Freja app.',
  approve: 'Approve in the Freja app.',
  declined: 'You declined in the Freja app.',
  stopped: 'Another request was started in Freja, so this one was stopped. Please try again.',
  expired: 'The request was not approved in time. Please try again.',
  unable: 'Freja cannot reach you for this service. Check your settings in the Freja app.',
  failed: 'Something went wrong. Please try again.',
};

const sv: Messages = {
  scan: 'Öppna Freja-appen och skanna QR-koden.',
  open: 'Öppna Freja-appen.',
  approve: 'Godkänn i Freja-appen.',
  declined: 'Du avbröt i Freja-appen.',
  stopped: 'En annan begäran startades i Freja, så den här stoppades. Försök igen.',
  expired: 'Begäran godkändes inte i tid. Försök igen.',
  unable: 'Freja kan inte nå dig för den här tjänsten. Kontrollera inställningarna i appen.',
  failed: 'Något gick fel. Försök igen.',
};

const da: Messages = {
  scan: 'Åbn Freja-appen, og scan QR-koden.',
  open: 'Åbn Freja-appen.',
  approve: 'Godkend i Freja-appen.',
  declined: 'Du afbrød i Freja-appen.',
  stopped: 'En anden anmodning blev startet i Freja, så denne blev stoppet. Prøv igen.',
  expired: 'Anmodningen blev ikke godkendt i tide. Prøv igen.',
  unable: 'Freja kan ikke nå dig for denne tjeneste. Kontrollér indstillingerne i appen.',
  failed: 'Noget gik galt. Prøv igen.',
};

const nb: Messages = {
  scan: 'Åpne Freja-appen og skann QR-koden.',
  open: 'Åpne Freja-appen.',
  approve: 'Godkjenn i Freja-appen.',
  declined: 'Du avbrøt i Freja-appen.',
  stopped: 'En annen forespørsel ble startet i Freja, så denne ble stoppet. Prøv igjen.',
  expired: 'Forespørselen ble ikke godkjent i tide. Prøv igjen.',
  unable: 'Freja kan ikke nå deg for denne tjenesten. Kontroller innstillingene i appen.',
  failed: 'Noe gikk galt. Prøv igjen.',
};

const fi: Messages = {
  scan: 'Avaa Freja-sovellus ja lue QR-koodi.',
  open: 'Avaa Freja-sovellus.',
  approve: 'Hyväksy Freja-sovelluksessa.',
  declined: 'Peruutit Freja-sovelluksessa.',
  stopped: 'Frejassa aloitettiin toinen pyyntö, joten tämä keskeytettiin. Yritä uudelleen.',
  expired: 'Pyyntöä ei hyväksytty ajoissa. Yritä uudelleen.',
  unable: 'Freja ei tavoita sinua tätä palvelua varten. Tarkista sovelluksen asetukset.',
  failed: 'Jokin meni pieleen. Yritä uudelleen.',
};

/** The other languages of our pages get English. */
const MESSAGES: Readonly<Partial<Record<string, Messages>>> = { sv, da, nb, fi, en };

type Choice = MessageId | ((about: StatusTextContext) => MessageId);

const CHOICES: Readonly<Record<string, Choice>> = {
  '': waiting,
  STARTED: waiting,
  DELIVERED_TO_MOBILE: 'approve',
  CANCELED: 'declined',
  RP_CANCELED: 'failed',
  REJECTED: 'stopped',
  EXPIRED: 'expired',
  '1005': 'unable',
  '1012': 'unable',
  '2000': 'stopped',
};

/** The text for a status of an order, or for Freja's code of an error. */
export function texts(hintCode: string, about: StatusTextContext): string {
  const choice = Object.hasOwn(CHOICES, hintCode) ? CHOICES[hintCode] : undefined;
  const usual = about.ended ? 'failed' : 'approve';
  const id = typeof choice === 'function' ? choice(about) : (choice ?? usual);
  return (MESSAGES[about.language] ?? en)[id];
}

function waiting({ device }: StatusTextContext): MessageId {
  return device === 'same' ? 'open' : 'scan';
}
