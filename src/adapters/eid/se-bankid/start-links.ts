/** Where the BankID app is opened: the real addresses, or those of a simulated phone. */
export interface StartUrls {
  /** An https address that phones hand to the app. */
  readonly app: string;
  /** The app's own scheme, which computers know. */
  readonly desktop: string;
}

/** BankID's own. */
export const bankIdStartUrls: StartUrls = {
  app: 'https://app.bankid.com/',
  desktop: 'bankid:///',
};

/** The link that opens one order in the app. */
export function startLink(base: string, autoStartToken: string): string {
  // An order with a returnUrl returns there; the older parameter must still be present.
  return `${base}?autostarttoken=${encodeURIComponent(autoStartToken)}&redirect=null`;
}
