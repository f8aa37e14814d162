import Provider from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { HandOut } from '../../../flows/order/hand-out.ts';
import type { Artifact, ArtifactName } from '../../../ports/artifacts.ts';
import { artifactKind } from '../storage/artifact-kind.ts';
import type { RequestMemo } from '../storage/request-memo.ts';
import { loginIsOver } from './login-over.ts';

interface Deps {
  readonly domain: Domain;
  readonly handOut: HandOut;
  readonly memo: RequestMemo;
}

/** Gives the result of a login away: after it the login cannot be finished again. */
export interface GiveResult {
  /**
   * The code stands for it from then on; without one, the application gets the person at once.
   * @throws when it was given away before: told on a page
   */
  (authenticationId: string, clientId: string, code?: Artifact): Promise<void>;
}

/** Happens once: of two requests that race to here one learns that the login is over. */
export function makeGiveResult({ domain, handOut, memo }: Deps): GiveResult {
  return async function giveResult(authenticationId, clientId, code) {
    const { ctx } = Provider;
    const attempt = ctx && (await memo.find(ctx.req, authenticationId));
    if (attempt?.progress.state !== 'identified') throw loginIsOver();
    const { progress } = attempt;
    const issued = { stored: code, login: finishedLogin() };
    const to = { issuer: domain.issuer, clientId };
    if (!(await handOut({ ...attempt, progress }, to, issued))) throw loginIsOver();
  };

  /** What a session answers has none. */
  function finishedLogin(): ArtifactName | undefined {
    const login = Provider.ctx?.oidc.entities.Interaction;
    return login && { kind: artifactKind(domain, 'Interaction'), id: login.jti };
  }
}
