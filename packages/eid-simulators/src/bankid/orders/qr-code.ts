import { createHmac, timingSafeEqual } from 'node:crypto';

import type { StartTokens } from './order.ts';

/** The parts of an animated QR code's text. */
export interface QrCode {
  readonly qrStartToken: string;
  /** Whole seconds since the RP received the order. */
  readonly time: number;
  readonly authenticationCode: string;
}

/** The valid text of the QR code at a time, in whole seconds since the order's creation. */
export function qrData(tokens: StartTokens, time: number): string {
  return `bankid.${tokens.qrStartToken}.${time}.${authenticationCode(tokens.qrStartSecret, time)}`;
}

/** Parses a QR code's text; undefined if it is not BankID's. */
export function parseQrCode(text: string): QrCode | undefined {
  const match = /^bankid\.([0-9a-f-]{36})\.(0|[1-9]\d{0,8})\.([0-9a-f]{64})$/.exec(text.trim());
  const [, qrStartToken, time, code] = match ?? [];
  if (qrStartToken === undefined || time === undefined || code === undefined) return undefined;
  return { qrStartToken, time: Number(time), authenticationCode: code };
}

/** Whether the code was made with the order's secret for the time it names. */
export function isAuthentic(code: QrCode, tokens: StartTokens): boolean {
  const right = Buffer.from(authenticationCode(tokens.qrStartSecret, code.time));
  return timingSafeEqual(right, Buffer.from(code.authenticationCode));
}

function authenticationCode(secret: string, time: number): string {
  return createHmac('sha256', secret).update(String(time)).digest('hex');
}
