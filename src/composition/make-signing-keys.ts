import type { State } from './open-state.ts';

/** Making keys takes a while: nobody's first login should wait for it. */
export async function makeSigningKeys({
  configurationSource,
  signingKeys,
}: Pick<State, 'configurationSource' | 'signingKeys'>): Promise<void> {
  const { domains } = await configurationSource.current();
  await Promise.all(domains.map(({ issuer }) => signingKeys.of(issuer)));
}
