import type { Authentication } from '../../domain/authentication.ts';
import type { HeadlessTerms } from '../headless/headless-terms.ts';
import type { RenewOrder } from '../order/replace-order.ts';

/** How an order that nobody opened is renewed: a QR code is, until its request expires; a phone call is not. */
export function renewalOf(attempt: Authentication, terms: HeadlessTerms): RenewOrder | undefined {
  return attempt.door === 'headless' ? terms.renewal(attempt) : undefined;
}
