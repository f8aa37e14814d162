/**
 * Runs in a page before its own scripts: what they wait for comes five times as soon, so that nobody has to watch
 * a page that asks each second. `pauses` keeps how long they wanted to wait, in milliseconds.
 */
export const HURRY = `{
  const wait = window.setTimeout.bind(window);
  window.pauses = [];
  window.setTimeout = (work, pause, ...values) => {
    window.pauses.push(pause);
    return wait(work, pause / 5, ...values);
  };
}`;
