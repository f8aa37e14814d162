import { createHash, randomBytes } from 'node:crypto';

import type { AttemptIdOf, NewId, NewRequestId } from '../../ports/ids.ts';
import { uniqueBytes } from './unique-bytes.ts';

/** 256 bits from the operating system, 43 characters. */
export const randomId: NewId = () => randomBytes(32).toString('base64url');

/** All 128 bits are random: a UUID of version 4 would have 122 (CIBA §7.3 wants 128). */
export const randomRequestId: NewRequestId = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The id of a trace (W3C Trace Context): 128 bits, not all of them 0. */
export const randomTraceId = (): string => {
  const id = uniqueBytes(16).toString('hex');
  return /[^0]/.test(id) ? id : randomTraceId();
};

/** SHA-256, base64url. */
export const sha256Id: AttemptIdOf = (requestId) =>
  createHash('sha256').update(requestId).digest('base64url');
