import type { Settings } from '../../api/shapes.ts';
import { textIn } from '../../objects/settings-values.ts';
import { hostOf } from '../domains/host-of.ts';

/** The object on whose screen something that ends is replaced. */
export interface ReplacedAt {
  readonly screen: 'eids' | 'applications' | 'domains' | 'people';
  readonly key: string;
}

/** Where it is replaced; undefined: not in the console. */
export function replacedAt(row: Settings): ReplacedAt | undefined {
  const id = textIn(row, 'id');
  switch (row.kind) {
    case 'certificate':
    case 'eid-key':
      // `se-bankid (test)` is written for people; its key is `se-bankid:test`.
      return { screen: 'eids', key: id.replace(/ \((test|production)\)$/, ':$1') };
    case 'client-secret':
    case 'registered-key':
      return { screen: 'applications', key: id };
    case 'api-token':
      return { screen: 'people', key: id };
    case 'signing-key':
      return { screen: 'domains', key: hostOf(id) };
    default:
      return undefined;
  }
}
