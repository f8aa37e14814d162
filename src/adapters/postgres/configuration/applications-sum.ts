import type { Vault } from '../../../ports/vault.ts';
import { hmacFor, isEqual } from '../row-hmacs.ts';
import { canonical, frameParts } from './configuration-mac.ts';
import type { ApplicationDocument, TenantDocument } from './configuration-rows.ts';

/**
 * What stands for all applications of a tenant in its MAC: a multiset hash (Clarke et al., 2003, MSet-Add-Hash), so that a change of
 * one application reads none of the others. The total is stored encrypted only: who knew totals could look for
 * other applications that have the same.
 */
export interface ApplicationsSum {
  readonly count: number;
  /** The sum of an HMAC of each application, modulo 2^256; in hexadecimal digits. */
  readonly total: string;
}

/** MACs of a tenant over its own settings and the sum of its applications. */
export interface PartsMac {
  /** The sum of these applications, with the newest key. */
  sumOf(tenantId: string, applications: readonly ApplicationDocument[]): ApplicationsSum;
  /** The sum after one application was added, changed or removed. */
  changed(
    sum: ApplicationsSum,
    tenantId: string,
    change: Readonly<Record<'before' | 'after', ApplicationDocument | undefined>>,
  ): ApplicationsSum;
  /** Its applications are ignored. */
  of(tenant: TenantDocument, sum: ApplicationsSum): Buffer;
  /** True when the newest key made the tenant's MAC over its own settings and this sum. */
  holds(tenant: TenantDocument, sum: ApplicationsSum): boolean;
  /** What each application adds to the sum, by client id. */
  addendsOf(tenantId: string, applications: readonly ApplicationDocument[]): Addends;
  /** As `ConfigurationMac.check`, over all applications. */
  check(tenant: TenantDocument): 'current' | 'older' | 'wrong';
  /** A MAC of one application: one that was written in the database has none. */
  ofApplication(tenantId: string, application: ApplicationDocument): Buffer;
}

/** Secret, as the total is. */
export type Addends = ReadonlyMap<string, bigint>;

const MODULUS_BITS = 256;

/** The sum of these addends. */
export function sumOfAddends(addends: Addends): ApplicationsSum {
  return totalOf([...addends.values()], (one) => one);
}

/** MACs under keys of their own. */
export function partsMac(vault: Pick<Vault, 'deriveKeys'>): PartsMac {
  const hmac = hmacFor(vault, 'configuration-parts');
  const addends = hmacFor(vault, 'configuration-addends');
  const ofApplications = hmacFor(vault, 'configuration-application');

  return {
    sumOf: (tenantId, applications) => totalOf(applications, (one) => addend(tenantId, one)),

    changed({ count, total }, tenantId, { before, after }) {
      const minus = before === undefined ? 0n : addend(tenantId, before);
      const plus = after === undefined ? 0n : addend(tenantId, after);
      const added = (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
      return { count: count + added, total: digits(BigInt(`0x${total}`) - minus + plus) };
    },

    addendsOf: (tenantId, applications) =>
      new Map(applications.map((one) => [one.clientId, addend(tenantId, one)])),

    of: (tenant, sum) => hmac.of(textOf(tenant, sum)),

    holds: (tenant, sum) => isEqual(hmac.of(textOf(tenant, sum)), stored(tenant)),

    check(tenant) {
      const { id, applications } = tenant;
      if (!tenant.partsMac) return 'wrong';
      const mac = stored(tenant);
      const newest = totalOf(applications ?? [], (one) => addend(id, one));
      if (isEqual(hmac.of(textOf(tenant, newest)), mac)) return 'current';
      const all = (applications ?? []).map((one) => addends.all(applicationText(id, one)));
      const isOlder = addends.all('').some((_, key) => {
        const sum = totalOf(all, (each) => numberOf(each[key]));
        return isEqual(hmac.all(textOf(tenant, sum))[key] ?? Buffer.alloc(0), mac);
      });
      return isOlder ? 'older' : 'wrong';
    },

    ofApplication: (tenantId, application) =>
      ofApplications.of(applicationText(tenantId, application)),
  };

  function addend(tenantId: string, application: ApplicationDocument): bigint {
    return numberOf(addends.of(applicationText(tenantId, application)));
  }
}

function totalOf<Item>(items: readonly Item[], addendOf: (item: Item) => bigint): ApplicationsSum {
  const total = items.reduce((sum, item) => sum + addendOf(item), 0n);
  return { count: items.length, total: digits(total) };
}

function numberOf(bytes: Buffer | undefined): bigint {
  return bytes === undefined ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}

function digits(total: bigint): string {
  return BigInt.asUintN(MODULUS_BITS, total).toString(16);
}

function stored({ partsMac }: TenantDocument): Buffer {
  return Buffer.from(partsMac ?? '', 'base64');
}

function textOf(tenant: TenantDocument, { count, total }: ApplicationsSum): string {
  return JSON.stringify([2, count, total, ...frameParts(tenant)]);
}

function applicationText(
  tenantId: string,
  { clientId, settings, secrets }: ApplicationDocument,
): string {
  return JSON.stringify([tenantId, canonical({ clientId, settings, secrets })]);
}
