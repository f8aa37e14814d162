import type { Claims, ReceivedRequest } from './profile.ts';
import { nameClaims } from './profiles/name-claims.ts';

/** The words of `acr_values`: the level and a text to show. */
export const SIGNICAT_ACR_VALUES =
  /^idp:mitid(?: loa:(?:low|substantial|high))?(?: mitid_reference_text:[A-Za-z0-9+/]+={0,2})?$/;

/** Where the person's page finds the text. */
export const SIGNICAT_TEXT = {
  path: 'acr_values',
  part: /(?<= )mitid_reference_text:(\S+)$/,
  isBase64: true,
} as const;
const MAX_TEXT = 130;

/** The claims of userinfo by scope. */
export const SIGNICAT_USERINFO: Readonly<Record<string, Claims>> = {
  profile: { ...nameClaims, birthdate: ({ person }) => person.birthdate },
  'idp-id': { idp_id: ({ person }) => person.uuid },
  nin: {
    nin: ({ person }) => person.nationalNumber,
    nin_type: () => 'PERSON',
    nin_issuing_country: () => 'DK',
  },
  'mitid-extra': {
    mitid_has_cpr: () => 'true',
    mitid_loa: ({ level }) => level,
    mitid_ial: ({ level }) => level,
    mitid_aal: ({ level }) => level,
    mitid_fal: () => 'HIGH',
  },
};

/** The fault of a text, which must be signed. */
export function faultOfText({ isSigned, textAt }: ReceivedRequest): string | undefined {
  const [, text] = SIGNICAT_TEXT.part.exec(textAt('acr_values') ?? '') ?? [];
  if (text === undefined) return undefined;
  if (!isSigned) return 'mitid_reference_text must be in a signed request';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return 'mitid_reference_text is not base64';
  const isLong = [...bytes.toString('utf8')].length > MAX_TEXT;
  return isLong ? `mitid_reference_text is longer than ${MAX_TEXT} characters` : undefined;
}
