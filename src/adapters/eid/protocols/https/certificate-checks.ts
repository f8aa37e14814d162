import type { X509Certificate } from 'node:crypto';

import { readCertificates } from '@eid-broker/evidence/read-roots';

import type { EidEnvironment } from '../../../../domain/configuration.ts';
import type { Environment } from '../../../../domain/tenant.ts';
import type {
  GivenCertificate,
  InspectedCertificate,
  SettingFault,
} from '../../../../ports/eid.ts';
import type { CertificateChecks } from '../../eid-module.ts';
import { factsOf, nameOf, sentIssuers } from './certificate-facts.ts';
import {
  clientCertificateOf,
  findCredentialFault,
  isFromSimulator,
  isMadeForClients,
} from './client-certificate.ts';

/** What is known about the client certificates of one eID. */
export interface CertificateRules {
  /** Found in the names of the eID's own issuers, test and production. */
  readonly issuers: RegExp;
}

/** The rules of an eID whose settings have a `clientCertificate`. */
interface SettingsRules<Settings> extends CertificateRules {
  /** The eID's environment to which settings lead, perhaps incomplete ones; undefined: an address of their own. */
  readonly environmentOf: (
    settings: Partial<Settings>,
    served: EidEnvironment,
  ) => Environment | undefined;
}

interface WithCertificate {
  readonly clientCertificate: GivenCertificate;
}

/** The checks of an eID whose settings have a `clientCertificate`. */
export function clientCertificateChecks<Settings extends WithCertificate>({
  environmentOf,
  ...rules
}: SettingsRules<Settings>): CertificateChecks {
  return {
    faults(settings, { now, environment }) {
      const given = settings as Settings;
      const use = { now, environment: environmentOf(given, environment) };
      return certificateFaults(given.clientCertificate, use, rules).map(({ path, message }) => ({
        path: `clientCertificate.${path}`,
        message,
      }));
    },
    inspect(certificate, settings = {}, { now, environment }) {
      const use = { now, environment: environmentOf(settings as Partial<Settings>, environment) };
      return inspectCertificate(certificate, use, rules);
    },
  };
}

/** Where and when the certificate is to serve. */
export interface CertificateUse {
  readonly now: Date;
  /** The eID's environment to which the settings lead; undefined: neither is known. */
  readonly environment: Environment | undefined;
}

/**
 * The faults of a readable client certificate beside those of its form: its time, its purpose, its environment and the
 * order of its issuers.
 */
export function certificateFaults(
  client: GivenCertificate,
  use: CertificateUse,
  rules: CertificateRules,
): readonly SettingFault[] {
  const own = tryRead(() => clientCertificateOf(client));
  if (own === undefined) return [];
  const path = client.pkcs12 === undefined ? 'certificate' : 'pkcs12';
  const messages = [
    timeFault(own, use.now),
    purposeFault(own),
    environmentFault(own, use.environment, rules),
    chainFault(readCertificates(client.certificate ?? '') ?? []),
  ];
  return messages.flatMap((message) => (message === undefined ? [] : [{ path, message }]));
}

/** What the client certificate is, whether it could serve or not. Nothing in the answer is secret. */
export async function inspectCertificate(
  client: GivenCertificate,
  use: CertificateUse,
  rules: CertificateRules,
): Promise<InspectedCertificate> {
  const fault = findCredentialFault(client);
  const own =
    tryRead(() => clientCertificateOf(client)) ?? readCertificates(client.certificate ?? '')?.[0];
  const given = readCertificates(client.certificate ?? '')?.slice(1);
  const issuers = given ?? (fault === undefined ? await sentIssuers(client).catch(() => []) : []);
  const isOfForm = fault === undefined;
  return {
    certificate: own && factsOf(own),
    chain: issuers.map(factsOf),
    keyMatches: isOfForm || (fault.isOtherKey === true ? false : undefined),
    environment: own && environmentOfCertificate(own, rules),
    faults: [
      ...(isOfForm ? [] : [{ path: fault.member ?? '', message: fault.message }]),
      ...(own === undefined ? [] : certificateFaults(client, use, rules)),
    ],
  };
}

/** The environment that the issuer's name shows; a simulator counts as a test environment. */
export function environmentOfCertificate(
  certificate: X509Certificate,
  { issuers }: CertificateRules,
): Environment | undefined {
  const { issuer } = certificate;
  if (isFromSimulator(certificate) || /\btest/i.test(issuer)) return 'test';
  return issuers.test(issuer) ? 'production' : undefined;
}

function timeFault({ subject, validFrom, validTo }: X509Certificate, now: Date) {
  const [from, to] = [new Date(validFrom), new Date(validTo)];
  const name = nameOf(subject);
  if (to <= now) return `has expired: ${name} was valid until ${to.toISOString()}`;
  if (from > now) return `is not valid yet: ${name} is valid from ${from.toISOString()} on`;
  return undefined;
}

function purposeFault(own: X509Certificate): string | undefined {
  const name = nameOf(own.subject);
  if (own.ca) return `must be a client certificate: ${name} is that of an authority`;
  if (isMadeForClients(own)) return undefined;
  const found = own.keyUsage.join(', ');
  return `must be a client certificate: the extended key usage of ${name} is ${found}`;
}

function environmentFault(
  own: X509Certificate,
  environment: Environment | undefined,
  rules: CertificateRules,
): string | undefined {
  const found = environmentOfCertificate(own, rules);
  if (found === undefined || environment === undefined || found === environment) return undefined;
  const issuer = nameOf(own.issuer);
  return `is of the ${found} environment (issued by ${issuer}), and the settings lead to the ${environment} environment`;
}

/** Each certificate of the text must be issued by the one after it. */
function chainFault(chain: readonly X509Certificate[]): string | undefined {
  const broken = chain.findIndex((one, index) => {
    const issuer = chain[index + 1];
    return issuer !== undefined && !(one.checkIssued(issuer) && one.verify(issuer.publicKey));
  });
  const [one, next] = chain.slice(broken);
  if (broken < 0 || one === undefined || next === undefined) return undefined;
  return `must be followed by its issuers in their order: ${nameOf(one.subject)} was issued by ${nameOf(one.issuer)}, not by ${nameOf(next.subject)}`;
}

function tryRead<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
