import type { Vault } from '../../ports/vault.ts';

/** The attempt that a `state` names. */
export interface StateNames {
  readonly issuer: string;
  readonly loginId: string;
  readonly authenticationId: string;
}

const FORM = /^([\w-]{1,64})\.([\w-]{1,64})\.(.{1,128})$/;

/**
 * The `state` of a request to an eID: names the attempt, and proves without a read that this browser started it. Below
 * 255 characters.
 */
export function stateFor(
  names: StateNames,
  browserSecret: string,
  vault: Pick<Vault, 'hash'>,
): string {
  const proof = vault.hash(browserSecret, contextOf(names));
  return `${names.loginId}.${names.authenticationId}.${proof}`;
}

/** A parsed `state`. */
export interface CallbackState extends StateNames {
  /** True when the browser with that secret started the attempt. */
  isOf(browserSecret: string | undefined): boolean;
}

/** Undefined for a text that is no `state` of ours. */
export function parseState(
  text: string | undefined,
  issuer: string,
  vault: Pick<Vault, 'matches'>,
): CallbackState | undefined {
  const [, loginId, authenticationId, proof] = FORM.exec(text ?? '') ?? [];
  if (loginId === undefined || authenticationId === undefined || proof === undefined) {
    return undefined;
  }
  const names = { issuer, loginId, authenticationId };
  return {
    ...names,
    isOf: (browserSecret) =>
      browserSecret !== undefined && vault.matches(browserSecret, proof, contextOf(names)),
  };
}

function contextOf({ issuer, loginId, authenticationId }: StateNames): string {
  return `callback-state:${issuer}:${loginId}:${authenticationId}`;
}
