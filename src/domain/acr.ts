/** One eID service, named as `urn:grn:authn:<country>:<eid>[:<variant>…]`; `grn` is the specification's namespace. */
export type Acr = string & { readonly brand: 'Acr' };

const ACR = /^urn:grn:authn:[a-z]{2}:[a-z0-9-]+(?::[a-z0-9-]+)*$/;
const MAX_ACR_LENGTH = 128;

/** Reads one acr value; undefined when the text is not exactly one well-formed value. */
export function parseAcr(text: string): Acr | undefined {
  return text.length <= MAX_ACR_LENGTH && ACR.test(text) ? (text as Acr) : undefined;
}
