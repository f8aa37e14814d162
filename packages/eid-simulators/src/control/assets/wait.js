// A script may decide instead of this page: it then continues by itself.
const state = `${location.pathname}/state`;

async function look() {
  const response = await fetch(state);
  if (response.ok && (await response.json()).state !== 'pending') location.reload();
  else setTimeout(look, 1000);
}

setTimeout(look, 1000);
