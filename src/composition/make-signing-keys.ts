import type { State } from './open-state.ts';

/** Making keys takes a while: nobody's first login should wait for it. */
export async function makeSigningKeys({
  directory,
  signingKeys,
}: Pick<State, 'directory' | 'signingKeys'>): Promise<void> {
  const { domains } = await directory.current();
  await Promise.all(domains.map(({ issuer }) => signingKeys.of(issuer)));
}
