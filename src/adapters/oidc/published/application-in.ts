import type { Context } from 'koa';

import type { Application } from '../../../domain/application.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { FORMS } from '../errors/entries/forms.ts';

/** The application that the query names; undefined when it names none, or more than one. */
export function applicationIn(
  { query }: Context,
  domain: Domain,
  configuration: Configuration,
): Application | undefined {
  const { client_id: clientId } = query;
  return typeof clientId === 'string' ? configuration.application(domain, clientId) : undefined;
}

/** Says so. A document for everybody would hide the mistake until the first login. */
export function unknownApplication(ctx: Context): void {
  const { error, description, status } = FORMS['application-unknown'];
  ctx.status = status;
  ctx.body = { error, error_description: description };
}
