/** Knows, wherever something is done, for which request it is done. */
export interface PresentRequests {
  /** All that this work does and begins is done for this request. */
  run<Answer>(request: PresentRequest, work: () => Answer): Answer;
  /** All that this work does and begins is done for no request, whoever begins it. */
  forNone<Answer>(work: () => Answer): Answer;
  /** Undefined where something is done for none. */
  current(): PresentRequest | undefined;
}

/** A request that is being served. Another one is another object. */
export interface PresentRequest {
  /** To whose domain it came. */
  readonly tenantId: string;
  /** True once its answer has begun: then nobody waits for the first word any more. */
  isAnswered(): boolean;
}
