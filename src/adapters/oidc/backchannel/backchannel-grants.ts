import type Provider from 'oidc-provider';
import type { TokenEndpointGrantContext } from 'oidc-provider';

import type { Authentication, IdentifiedAuthentication } from '../../../domain/authentication.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { ConsumeResult } from '../../../flows/order/consume-result.ts';
import type { PollAnswer, PollRequest } from '../../../flows/polling/poll-request.ts';
import type { Poller } from '../../../ports/authentications.ts';
import { type BackchannelChannel, REQUEST_ID } from '../endpoints.ts';
import { authorizationPending, backchannelEnding, slowDown } from '../errors/oauth-errors.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from '../grant-types.ts';
import { showSupportCode } from '../support-code.ts';
import { type AcrData, endedAcrData, pendingAcrData } from './acr-data.ts';
import type { IssueTokens } from './issue-tokens.ts';
import { requiredParam, unknownRequest } from './request-endpoints.ts';

/** The dependencies of a poll. */
export interface BackchannelGrantDeps {
  readonly domain: Domain;
  readonly pollRequest: PollRequest;
  readonly consumeResult: ConsumeResult;
  readonly issueTokens: IssueTokens;
}

type Context = TokenEndpointGrantContext;

/**
 * Registers the grants for which clients poll. The library's own CIBA grant has one pending state with one text. Both
 * names of the headless grant are the specification's.
 */
export function registerBackchannelGrants(provider: Provider, deps: BackchannelGrantDeps): void {
  provider.registerGrantType(CIBA_GRANT, serve('ciba'), REQUEST_ID.ciba);
  for (const grant of HEADLESS_GRANTS) {
    provider.registerGrantType(grant, serve('headless'), REQUEST_ID.headless);
  }
  // The body is written before this event. The library's errors cannot carry another member.
  provider.on('grant.error', (ctx, error: Error & { readonly acr_data?: AcrData }) => {
    if (error.acr_data === undefined) return;
    ctx.body = { ...(ctx.body as object), acr_data: error.acr_data };
  });

  function serve(channel: BackchannelChannel) {
    return async (ctx: Context): Promise<void> => {
      const requestId = requiredParam(ctx, REQUEST_ID[channel]);
      const by = { issuer: deps.domain.issuer, clientId: ctx.oidc.client.clientId, channel };
      const show = ({ supportCode }: Authentication) => showSupportCode(ctx, supportCode);
      return answer(ctx, await deps.pollRequest(requestId, by, show), by);
    };
  }

  async function answer(ctx: Context, poll: PollAnswer, by: Poller): Promise<void> {
    switch (poll.state) {
      case 'unknown':
        throw unknownRequest();
      case 'too-soon':
        throw slowDown();
      case 'ended':
        throw withAcrData(backchannelEnding(poll.why), endedAcrData(poll), by);
      case 'pending':
        throw withAcrData(authorizationPending(poll.pendingText), pendingAcrData(poll), by);
      case 'identified':
        return issueTokens(ctx, poll.authentication, by);
    }
  }

  /** The result is consumed last, by the statement that stores the access token: no fault before it loses the result. */
  async function issueTokens(ctx: Context, authentication: IdentifiedAuthentication, by: Poller) {
    ctx.body = await deps.issueTokens(ctx, authentication, {
      async store(token) {
        const issued = { stored: token, login: undefined };
        if (!(await deps.consumeResult(authentication, by, issued))) throw unknownRequest();
      },
    });
  }
}

function withAcrData(error: Error, data: AcrData, { channel }: Poller): Error {
  return channel === 'headless' ? Object.assign(error, { acr_data: data }) : error;
}
