/** Calls the phone's control API. Throws an Error whose message is the reason of a refusal. */
export async function call(path, body) {
  const response = await fetch(`/api${path}`, {
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.reason);
  return answer;
}
