import type Provider from 'oidc-provider';
import type { AdapterPayload } from 'oidc-provider';

/** The library's own model of a login. */
export type Interaction = InstanceType<Provider['Interaction']>;

/** Makes it of what is kept of the login, as the library's `find` does; undefined when the login has expired. */
export function interactionOf(
  provider: Provider,
  payload: AdapterPayload,
): Interaction | undefined {
  const interaction: Interaction = Reflect.construct(provider.Interaction, [payload.jti, payload]);
  return interaction.isExpired ? undefined : interaction;
}
