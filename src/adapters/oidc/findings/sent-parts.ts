import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import { closestName } from '../../../domain/closest-name.ts';
import type { RefusalReason } from '../../../domain/login-timeline.ts';
import { shownUrl, shownValue } from '../../../domain/shown-value.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { type Fields, textOf, textsOf } from '../request-fields.ts';

/** The settings with which a refused request is compared. */
export interface SentDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly clock: Clock;
}

/** What came, and what is right; each undefined when it is not known or must not be shown. */
export interface SentValues {
  readonly sent?: string | undefined;
  readonly expected?: string | undefined;
}

/** A refused request, and the application that it names. */
export interface Refused {
  readonly ctx: KoaContextWithOIDC;
  readonly fields: Fields;
  readonly reason: RefusalReason | undefined;
  readonly application: Application | undefined;
  readonly deps: SentDeps;
}

/** `name "value"`, of a value that is of the settings or of a known kind; undefined without one. */
export function named(name: string, value: unknown): string | undefined {
  const shown = shownValue(textsOf(value).join(' '));
  return shown && `${name} "${shown}"`;
}

/** Issuers and applications, by their URLs and known ids; any other text is not ours to keep. Undefined without a text. */
export function parties(name: string, value: unknown, deps: SentDeps): string | undefined {
  const { domain, configuration } = deps;
  const shown = textsOf(value).map(
    (one) => configuration.application(domain, one)?.clientId ?? shownUrl(one) ?? '(unknown)',
  );
  return shown.length === 0 ? undefined : `${name} "${shown.slice(0, 4).join(' ')}"`;
}

/** A URL beside the registered one that is most like it. */
export function urls(name: string, value: unknown, registered: readonly string[]): SentValues {
  const sent = textOf(value) ?? '';
  const url = shownUrl(sent) ?? (value === undefined ? undefined : 'no URL');
  const near = closestName(sent, registered) ?? registered.find(sharesHost(sent));
  const [first] = registered;
  return { sent: url && `${name} ${url}`, expected: shownUrl(near ?? first) };
}

function sharesHost(sent: string): (url: string) => boolean {
  return (url) => URL.canParse(sent) && originOf(url) === originOf(sent);
}

/** Undefined for what is no URL. */
export function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** An application's id as it is; any other text is not ours to keep. */
export function known({ deps }: Refused, clientId: unknown): string {
  const { domain, configuration } = deps;
  const application = configuration.application(domain, textOf(clientId) ?? '');
  return application === undefined ? 'an unknown application' : `"${application.clientId}"`;
}
