import { parseAcr } from './acr.ts';
import { isScopeToken } from './claims.ts';
import { ACTIONS } from './intent.ts';
import { isBase64 } from './message-text.ts';

/** One kind of directive in a `login_hint`: of this service, of single eIDs, or of the SDKs. */
export interface DirectiveRule {
  /** The text before the value, without the last colon. */
  readonly name: string;
  /** The eIDs that read it, as `<country>:<eid>`. */
  readonly eids: 'all' | readonly string[];
  readonly effect: 'used' | 'no effect yet';
  readonly value: DirectiveValue;
}

/** The values of a directive. */
export interface DirectiveValue {
  /** A description for the documentation. */
  readonly form: string;
  /** True for a well-formed value. The eID's own limits, such as lengths, are checked elsewhere. */
  readonly fits: (value: string) => boolean;
  /** The name alone is a directive too, with an empty value. */
  readonly optional: boolean;
}

const SE = ['se:bankid'];
const DK = ['dk:mitid'];
const NO = ['no:bankid'];
const FI = ['fi:bank-id', 'fi:mobile-id', 'fi:all'];
const DE = ['de:personalausweis'];
const FREJA = ['se:frejaid'];
const APPS = [...SE, ...DK, ...FREJA];
const ANY = { form: 'text', fits: () => true, optional: false };
const NONE = { form: '', fits: (value: string) => value === '', optional: true };
const BASE64 = { form: 'base64', fits: isBase64, optional: false };
const COUNTRY = oneOf('DK', 'SE', 'NO', 'FI');
const NORWEGIAN = { ...pattern('11 digits, or none', /^(?:\d{11})?$/), optional: true };

/** All directives. A longer name comes before the name that it begins with. */
export const DIRECTIVES: readonly DirectiveRule[] = [
  used('scope', 'all', { form: 'one scope', fits: isScopeToken, optional: false }),
  used('acr_values', 'all', { form: 'one acr value', fits: isAcr, optional: false }),
  used('action', 'all', oneOf(...ACTIONS)),
  used('message', [...SE, ...DK], { ...ANY, form: 'base64 or base64url of UTF-8' }),
  used('nonVisibleData', SE, { ...ANY, form: 'standard base64, padded' }),
  used('sub:ssn', [...SE, ...DK], { ...ANY, form: 'national identity number' }),
  later('sub:email', FREJA, pattern('e-mail address', /^[^@]+@[^@]+$/)),
  later('sub:phone', FREJA, pattern('+ and digits', /^\+\d{4,15}$/)),
  later('sub:ssncountry', FREJA, COUNTRY),
  used('sub', [...SE, ...DK], { ...ANY, form: 'national identity number' }),
  later('appswitch:resumeUrl', APPS, pattern('URL, or disable', /./)),
  later('appswitch', APPS, oneOf('ios', 'android', 'browser')),
  later('mobile:continue_button', 'all', oneOf('never')),
  later('css_path', 'all', pattern('path', /./)),
  later('uuid', DK, pattern('UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)),
  later('vatid', DK, pattern('DK and 8 digits', /^DK\d{8}$/)),
  later('business', DK, NONE),
  later('business_optional', DK, NONE),
  later('dk:mitid:ct', DK, NONE),
  later('BIM', NO, pattern('8 digits:DDMMYY', /^\d{8}:\d{6}$/)),
  later('BID', NO, NORWEGIAN),
  later('BIS', NO, NORWEGIAN),
  later('title', FREJA, BASE64),
  later('pushTitle', FREJA, BASE64),
  later('pushText', FREJA, BASE64),
  later('minregistrationlevel', FREJA, oneOf('basic', 'extended', 'plus')),
  later('userconfirmationmethod', FREJA, oneOf('default', 'defaultandface')),
  later('txinfo', DE, pattern('1 to 32 letters or digits', /^[A-Za-z\d]{1,32}$/)),
  later('flow', DE, oneOf('same-device', 'another-device')),
  later('enforce_ftn_requirements', FI, NONE),
  later('country', ['age-verification'], COUNTRY),
  later('mock', ['mock'], BASE64),
];

function used(name: string, eids: DirectiveRule['eids'], value: DirectiveValue): DirectiveRule {
  return { name, eids, effect: 'used', value };
}

function later(name: string, eids: DirectiveRule['eids'], value: DirectiveValue): DirectiveRule {
  return { name, eids, effect: 'no effect yet', value };
}

function oneOf(...values: readonly string[]): DirectiveValue {
  return { form: values.join(', '), fits: (value) => values.includes(value), optional: false };
}

function pattern(form: string, regExp: RegExp): DirectiveValue {
  return { form, fits: (value) => regExp.test(value), optional: false };
}

function isAcr(text: string): boolean {
  return parseAcr(text) !== undefined;
}
