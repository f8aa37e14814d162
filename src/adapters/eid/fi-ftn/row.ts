import type { Acr } from '../../../domain/acr.ts';
import { finland } from '../national-numbers/finland.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { NO_TEXTS, waysAndAny } from '../protocols/oidc/row-parts.ts';
import { FTN_BROKER, FTN_CLAIMS, FTN_LEVELS, FTN_REQUEST } from './ftn.ts';

/** The ways by acr value, in Finnish; the last one is any of them. */
const WAYS = {
  'bank-id': 'Pankkitunnukset',
  'mobile-id': 'Mobiilivarmenne',
  all: 'Tunnistautuminen',
};

/** Finnish bank identifiers and mobile certificates, through a broker of the Finnish Trust Network. */
export const fiFtn: OidcRow = {
  ...FTN_BROKER,
  title: 'Tunnistautuminen',
  scheme: 'fitupas',
  country: 'FI',
  method: '{acr}',
  offer: {
    name: 'fi-ftn',
    variants: waysAndAny('substantial', 'urn:grn:authn:fi', WAYS),
    languages: ['fi', 'sv', 'en'],
    aliases: { 'urn:grn:authn:fi:bankid': 'urn:grn:authn:fi:bank-id' as Acr },
    texts: NO_TEXTS,
    directives: [],
    nationalNumber: finland,
    claims: FTN_CLAIMS,
    scopes: [],
    storedByScope: [],
  },
  request: FTN_REQUEST,
  levels: FTN_LEVELS,
  expected: {},
  personId: 'personal_identity_code',
  nationalId: { from: 'personal_identity_code', scope: 'openid' },
  endings: { cancel: 'declined' },
};
