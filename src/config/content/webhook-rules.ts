import type { Fault } from '../configuration-faults.ts';
import { calledUrlFault } from './called-url.ts';
import { environmentOf } from './environment-of.ts';
import { listAt, memberAt, textAt } from './loose-values.ts';
import { uniqueFaults, uniqueMemberFaults } from './unique-faults.ts';

/** The rules over a tenant's webhooks. With one production domain it is held to production's. */
export function webhookFaults(
  webhooks: readonly unknown[],
  domains: readonly unknown[],
): readonly Fault[] {
  const isProduction = domains.some((domain) => environmentOf(domain) === 'production');
  const environment = isProduction ? 'production' : 'test';
  return [
    ...uniqueMemberFaults(webhooks, 'id'),
    ...webhooks.flatMap((webhook, index) => {
      const url = textAt(webhook, 'url');
      const message = url === undefined ? undefined : calledUrlFault(url, environment);
      return [
        ...(message === undefined ? [] : [{ path: `[${index}].url`, message }]),
        ...repeatedSecrets(webhook).map(({ path, message: repeated }) => ({
          path: `[${index}].secrets${path}.value`,
          message: repeated,
        })),
      ];
    }),
  ];
}

function repeatedSecrets(webhook: unknown): readonly Fault[] {
  return uniqueFaults(listAt(webhook, 'secrets').map((secret) => memberAt(secret, 'value')));
}
