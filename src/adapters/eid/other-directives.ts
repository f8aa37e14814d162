import {
  type DirectiveRule,
  type DirectiveValue,
  later,
  oneOf,
  pattern,
} from '../../domain/directives.ts';

const BASE64 = pattern('base64', /^(?:[A-Za-z0-9_-]+|[A-Za-z0-9+/]+)={0,2}$/);
const COUNTRY = oneOf('DK', 'SE', 'NO', 'FI');
const NONE: DirectiveValue = { form: '', fits: (value) => value === '', optional: true };

/**
 * Directives of eIDs that this release does not offer: their SDKs send them with every request. They are recognized, so
 * that the rest of the login hint is read correctly.
 */
export const OTHER_DIRECTIVES: readonly DirectiveRule[] = [
  later('sub:email', pattern('e-mail address', /^[^@]+@[^@]+$/)),
  later('sub:phone', pattern('+ and digits', /^\+\d{4,15}$/)),
  later('sub:ssncountry', COUNTRY),
  later('dk:mitid:ct', NONE),
  later('title', BASE64),
  later('pushTitle', BASE64),
  later('pushText', BASE64),
  later('minregistrationlevel', oneOf('basic', 'extended', 'plus')),
  later('userconfirmationmethod', oneOf('default', 'defaultandface')),
  later('enforce_ftn_requirements', NONE),
];
