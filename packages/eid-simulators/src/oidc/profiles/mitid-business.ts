import { isProfessional, nemloginClaims } from '../mitid-business-claims.ts';
import type { OidcProfile } from '../profile.ts';
import { mitid } from './mitid.ts';

/** MitID Erhverv through the Nets eID Broker (Signaturgruppen). */
export const mitidBusiness: OidcProfile = {
  ...mitid,
  name: 'mitid-business',
  title: 'MitID Erhverv',
  parameters: {
    ...mitid.parameters,
    idp_values: { required: true, words: ['mitid_erhverv'] },
    'idp_params.mitid_erhverv.allow_private': { isBoolean: true },
  },
  idToken: {
    ...mitid.idToken,
    idp: () => 'mitid_erhverv',
    identity_type: ({ person }) => (isProfessional(person) ? 'professional' : 'private'),
  },
  userinfo: {
    mitid: mitid.userinfo.mitid ?? {},
    ssn: mitid.userinfo.ssn ?? {},
    nemlogin: nemloginClaims,
  },
};
