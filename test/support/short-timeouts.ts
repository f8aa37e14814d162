/**
 * Runs in a page before its scripts and makes timeouts five times shorter, so that a test need not wait for polling.
 * `pauses` lists the original timeouts in milliseconds.
 */
export const HURRY = `{
  const wait = window.setTimeout.bind(window);
  window.pauses = [];
  window.setTimeout = (work, pause, ...values) => {
    window.pauses.push(pause);
    return wait(work, pause / 5, ...values);
  };
}`;
