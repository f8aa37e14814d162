import { createHmac } from 'node:crypto';

/** What the animated QR code of an order is made of. */
export interface QrSeed {
  readonly qrStartToken: string;
  /** Never leaves the server: whoever has it can make codes for the order's whole life. */
  readonly qrStartSecret: string;
  /** When the answer to the order arrived, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The QR code's text for one second: BankID checks that it is the present one. */
export function qrData({ qrStartToken, qrStartSecret, startedAt }: QrSeed, at: Date): string {
  // Another replica's clock may lie a little behind the one that started the order.
  const seconds = Math.max(0, Math.floor((at.getTime() - startedAt) / 1000)).toString();
  const code = createHmac('sha256', qrStartSecret).update(seconds).digest('hex');
  return `bankid.${qrStartToken}.${seconds}.${code}`;
}

/** Where the BankID app is opened: the real addresses, or those of a simulated phone. */
export interface StartUrls {
  /** An https address that phones hand to the app. */
  readonly app: string;
  /** The app's own scheme, which computers know. */
  readonly desktop: string;
}

/** BankID's own. */
export const bankIdStartUrls: StartUrls = {
  app: 'https://app.bankid.com/',
  desktop: 'bankid:///',
};

/** The link that opens one order in the app. */
export function startLink(base: string, autoStartToken: string): string {
  // An order with a returnUrl returns there; the older parameter must still be present.
  return `${base}?autostarttoken=${encodeURIComponent(autoStartToken)}&redirect=null`;
}
