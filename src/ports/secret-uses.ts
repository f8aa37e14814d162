/** A client secret, by its stored hash. */
export interface UsedSecret {
  readonly tenantId: string;
  readonly clientId: string;
  readonly hash: string;
}

/** The latest use of a client secret. */
export interface SecretUse extends UsedSecret {
  readonly at: Date;
}

/** Notes that a secret was accepted. Never throws; it is stored about a minute later. */
export type NoteSecretUse = (secret: UsedSecret) => void;

/** When client secrets were last used. */
export interface SecretUses {
  /** Each secret at most once. A later use that is stored already stays. */
  record(uses: readonly SecretUse[]): Promise<void>;
  /** Those of some applications of a tenant. A secret that was never used has none. */
  of(tenantId: string, clientIds: readonly string[]): Promise<readonly SecretUse[]>;
}
