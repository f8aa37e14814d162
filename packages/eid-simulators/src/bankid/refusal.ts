/** The reasons for a refusal of the simulated phone. */
export type RefusalCode =
  | 'malformed_request'
  | 'not_json'
  | 'foreign_page'
  | 'malformed_qr_code'
  | 'malformed_link'
  | 'malformed_personal_number'
  | 'unknown_qr_code'
  | 'unknown_start_token'
  | 'unknown_order'
  | 'wrong_qr_code'
  | 'stale_qr_code'
  | 'already_used'
  | 'order_over'
  | 'not_a_phone_order'
  | 'wrong_person'
  | 'no_usable_bankid'
  | 'never_starts'
  | 'wrong_moment';

/**
 * Thrown by the phone; `message` is the reason in words for the tester and names no personal
 * number.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}
