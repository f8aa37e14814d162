/** The number of callers in a race test. */
export const RACERS = 25;

/** Starts all calls at once, spread over the replicas, and returns every result. */
export function race<Replica, Answer>(
  replicas: readonly Replica[],
  call: (replica: Replica, racer: number) => Promise<Answer>,
): Promise<Answer[]> {
  const racers = Array.from({ length: RACERS }, (_, racer) => racer);
  return Promise.all(
    racers.map((racer) => call(replicas[racer % replicas.length] as Replica, racer)),
  );
}

/** The results of the winners: all except `false` and `undefined`. */
export function winners<Answer>(answers: readonly Answer[]): Exclude<Answer, false | undefined>[] {
  return answers.filter(
    (answer): answer is Exclude<Answer, false | undefined> =>
      answer !== false && answer !== undefined,
  );
}
