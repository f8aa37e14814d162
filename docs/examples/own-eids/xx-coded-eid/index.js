/**
 * An eID with code of its own. It fits the simulated MitID, and releases a name alone.
 * @type {import('eid-broker/eid-kit').MakeEids}
 */
// biome-ignore lint/style/noDefaultExport: the service calls the default export
export default function makeEids({ oidcModule, rowParts }) {
  const acr = 'urn:grn:authn:xx:coded';
  const level = 'https://data.gov.dk/concept/core/nsis/Substantial';
  const eid = oidcModule({
    title: 'Coded eID',
    scheme: 'codedeid',
    country: 'DK',
    method: '{amr}',
    issuers: undefined,
    clientAuthentication: 'client_secret_basic',
    algorithms: rowParts.USUAL_ALGORITHMS,
    userinfo: 'json',
    offer: {
      name: 'xx-coded',
      variants: rowParts.variants('urn:grn:authn:xx', 'coded'),
      texts: rowParts.NO_TEXTS,
      directives: [],
      nationalNumber: undefined,
      claims: [rowParts.claim('name', 'mitid.identity_name', 'Astrid Prøvesen', 'Full name.')],
      scopes: [],
      storedByScope: [],
    },
    request: {
      sent: 'pushed',
      scopes: { openid: ['openid', 'mitid'] },
      languages: { en: 'en' },
      actions: undefined,
      parameters: { idp_values: 'mitid' },
    },
    levels: {
      claim: 'loa',
      ascending: [{ value: level, amr: ['mfa'] }],
      required: { [acr]: { sent: '', lowest: level } },
    },
    expected: { idp: 'mitid' },
    personId: 'sub',
    nationalId: undefined,
  });
  return eid;
}
