import type { Share } from '../profile/shares-of.ts';
import type { Table } from './table.ts';

/** Smaller ones are told together. */
const SMALLEST_SHARE = 0.005;

/** Who uses the CPU of a login's server. */
export function profileTable(shares: readonly Share[]): Table {
  const told = shares.filter(({ share }) => share >= SMALLEST_SHARE);
  const others = shares.slice(told.length).reduce((sum, { share }) => sum + share, 0);
  const row = (who: string, share: number) => [who, `${(share * 100).toFixed(1)} %`];
  return {
    columns: ['package or room', 'of the CPU'],
    rows: [...told.map(({ who, share }) => row(who, share)), row('all others together', others)],
  };
}
