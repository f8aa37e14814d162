/** The description for an acr value that a domain with all BankID services does not offer. */
export const NOT_OFFERED =
  'acr_values names an eID service that is not offered here; offered: urn:grn:authn:se:bankid' +
  ' urn:grn:authn:se:bankid:same-device urn:grn:authn:se:bankid:another-device' +
  ' urn:grn:authn:se:bankid:another-device:qr';
