/** The reasons for a refusal of the control API and the person's page. */
export type RefusalCode =
  | 'malformed_request'
  | 'not_json'
  | 'foreign_page'
  | 'unknown_profile'
  | 'unknown_login'
  | 'unknown_person'
  | 'already_decided';

/** Thrown with the reason in words for the tester; it names no national number. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}
