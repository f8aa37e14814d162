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
