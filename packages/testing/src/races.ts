/** How many callers a race test sends off at once. */
export const RACERS = 25;

/** Lets all of them call at once, spread over the replicas, and waits for every answer. */
export function race<Replica, Answer>(
  replicas: readonly Replica[],
  call: (replica: Replica, racer: number) => Promise<Answer>,
): Promise<Answer[]> {
  const racers = Array.from({ length: RACERS }, (_, racer) => racer);
  return Promise.all(
    racers.map((racer) => call(replicas[racer % replicas.length] as Replica, racer)),
  );
}

/** The answers of those who won: everything but `false` and `undefined`. */
export function winners<Answer>(answers: readonly Answer[]): Exclude<Answer, false | undefined>[] {
  return answers.filter(
    (answer): answer is Exclude<Answer, false | undefined> =>
      answer !== false && answer !== undefined,
  );
}
