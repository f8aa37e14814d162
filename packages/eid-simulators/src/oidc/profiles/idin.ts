import { idinAge, idinBin, idinFull } from '../idin-claims.ts';
import { idura } from '../idura.ts';
import type { OidcProfile } from '../profile.ts';

const ACR = 'urn:grn:authn:nl:idin';

/** iDIN through Idura Verify, with one bank. */
export const idin: OidcProfile = {
  ...idura(ACR, 'nlidin'),
  name: 'idin',
  title: 'iDIN',
  country: 'NL',
  parameters: { acr_values: { required: true, words: [ACR] } },
  userinfo: {
    'idin:re-id': idinBin,
    'idin:safe-login': idinBin,
    'idin:age-verification': idinAge,
    'idin:full-id': idinFull,
  },
};
