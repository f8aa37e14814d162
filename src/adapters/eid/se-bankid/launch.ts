import { createHmac } from 'node:crypto';

/** The parts of an order's animated QR code. */
export interface QrSeed {
  readonly qrStartToken: string;
  /** Never leaves the server: it is enough to make codes for the order's whole life. */
  readonly qrStartSecret: string;
  /** When the answer to the order arrived, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The QR code's text for one second. BankID checks that it is the current one. */
export function qrData({ qrStartToken, qrStartSecret, startedAt }: QrSeed, at: Date): string {
  // This replica's clock may be a little behind that of the replica that started the order.
  const seconds = Math.max(0, Math.floor((at.getTime() - startedAt) / 1000)).toString();
  const code = createHmac('sha256', qrStartSecret).update(seconds).digest('hex');
  return `bankid.${qrStartToken}.${seconds}.${code}`;
}

/** The URLs that open the BankID app, or a simulated phone. */
export interface StartUrls {
  /** An https URL that phones open in the app. */
  readonly app: string;
  /** The app's own scheme, for computers. */
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
