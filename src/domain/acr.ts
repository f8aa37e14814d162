/**
 * One eID service, named as `urn:grn:authn:<country>:<eid>[:<variant>…]`; `grn` is the specification's namespace. Two
 * services have a name of another form.
 */
export type Acr = string & { readonly brand: 'Acr' };

const ACR = /^urn:grn:authn:[a-z]{2}:[a-z0-9-]+(?::[a-z0-9-]+)*$/;
const OTHER_FORMS = ['urn:grn:authn:mock', 'urn:age-verification'];
const MAX_ACR_LENGTH = 128;

/** Reads one acr value; undefined when the text is not exactly one well-formed value. */
export function parseAcr(text: string): Acr | undefined {
  const isAcr = OTHER_FORMS.includes(text) || (text.length <= MAX_ACR_LENGTH && ACR.test(text));
  return isAcr ? (text as Acr) : undefined;
}
