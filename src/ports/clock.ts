/** The present moment. An argument everywhere, so that tests can freeze and advance it. */
export type Clock = () => Date;
