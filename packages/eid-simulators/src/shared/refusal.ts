/** The reasons for a refusal, each with its HTTP status: of a control API, a simulated phone or the person's page. */
const STATUS = {
  malformed_request: 400,
  malformed_qr_code: 400,
  malformed_link: 400,
  malformed_personal_number: 400,
  wrong_qr_code: 400,
  foreign_page: 403,
  unknown_profile: 404,
  unknown_login: 404,
  unknown_person: 404,
  unknown_qr_code: 404,
  unknown_start_token: 404,
  unknown_order: 404,
  already_decided: 409,
  stale_qr_code: 409,
  already_used: 409,
  order_over: 409,
  not_a_phone_order: 409,
  wrong_person: 409,
  no_usable_bankid: 409,
  never_starts: 409,
  wrong_moment: 409,
  not_json: 415,
} as const;

/** One of the reasons. */
export type RefusalCode = keyof typeof STATUS;

/** Thrown with the reason in words for the tester; it names no national number. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
    this.status = STATUS[code];
  }
}

/** A body or a member of it that has not the documented form. */
export function malformed(reason: string): Refusal {
  return new Refusal('malformed_request', reason);
}
