import type { InspectCertificate } from '../../../../management/eids/inspect-certificate.ts';
import type { GivenCertificate } from '../../../../ports/eid.ts';
import { objectOf } from '../../json-schema.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json, TENANT } from '../schemas.ts';
import { KEY_PARAMETERS } from '../settings/object-kinds.ts';

const TEXT = { type: 'string' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const MOMENT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;
/** In characters: a PKCS#12 file with a long chain has about ten thousand. */
const GIVEN = { type: 'string', maxLength: 200_000, writeOnly: true } as const;

const ANSWER = objectOf({
  use: { const: 'client' },
  subject: { ...TEXT_OR_NULL, description: 'Null: no certificate could be read.' },
  issuer: TEXT_OR_NULL,
  serialNumber: { ...TEXT_OR_NULL, description: 'In hexadecimal.' },
  notBefore: MOMENT_OR_NULL,
  notAfter: MOMENT_OR_NULL,
  daysLeft: { type: ['integer', 'null'] },
  chain: {
    type: 'array',
    description: 'The issuers that came with it, the nearest first.',
    items: objectOf({
      subject: TEXT,
      issuer: TEXT,
      notAfter: { type: 'string', format: 'date-time' },
    }),
  },
  keyMatches: {
    type: ['boolean', 'null'],
    description: 'Null: the certificate or the key could not be read.',
  },
  environment: {
    enum: ['test', 'production', null],
    description: "Of the eID, where the issuer's name shows it.",
  },
  problems: {
    type: 'array',
    description: 'Why it could not serve; empty when it could.',
    items: objectOf({
      path: { ...TEXT, description: 'The member of the request.' },
      message: TEXT,
    }),
  },
});

/** Says what a certificate is, before it is put into the settings of an eID. */
export function certificateRoute({
  inspectCertificate,
}: {
  readonly inspectCertificate: InspectCertificate;
}): Route {
  return defineRoute({
    name: 'inspectCertificate',
    method: 'POST',
    path: '/api/tenants/:tenant/eids/:eid/certificate',
    summary:
      'Says what a client certificate is and whether it could serve the eID, stored or not; nothing is stored.',
    permission: 'eids.probe',
    params: {
      tenant: TENANT,
      eid: KEY_PARAMETERS.eids,
    },
    body: {
      types: ['application/json'],
      schema: {
        type: 'object',
        description: 'As `clientCertificate` in the settings.',
        properties: {
          certificate: { ...GIVEN, description: 'PEM; its issuers may follow.' },
          privateKey: { ...GIVEN, description: 'PEM.' },
          pkcs12: { ...GIVEN, description: 'Instead of these two: a PKCS#12 file in base64.' },
          passphrase: { ...GIVEN, description: 'Opens the private key or the PKCS#12 file.' },
        },
        additionalProperties: false,
      },
    },
    answers: { 200: json('What it is.', ANSWER) },
    problems: [409],
    async handle({ params: { tenant = '', eid = '' }, body }) {
      const found = await inspectCertificate(tenant, eid, body as GivenCertificate);
      const { certificate, chain, keyMatches = null, environment = null, faults, daysLeft } = found;
      return {
        status: 200,
        body: {
          use: 'client',
          subject: certificate?.subject ?? null,
          issuer: certificate?.issuer ?? null,
          serialNumber: certificate?.serialNumber ?? null,
          notBefore: certificate?.notBefore ?? null,
          notAfter: certificate?.notAfter ?? null,
          daysLeft: daysLeft ?? null,
          chain: chain.map(({ subject, issuer, notAfter }) => ({ subject, issuer, notAfter })),
          keyMatches,
          environment,
          problems: faults,
        },
      };
    },
  });
}
