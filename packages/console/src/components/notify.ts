/** A short message about something that was done. */
export interface Notice {
  readonly title: string;
  readonly words?: string;
}

/** The notice of a write that a second administrator must approve. */
export const WAITS: Notice = {
  title: 'Waits for approval',
  words: 'Another administrator approves it on the screen Changes, within 24 hours.',
};

type Show = (notice: Notice) => void;

let show: Show | undefined;
let early: readonly Notice[] = [];
const listeners = new Set<() => void>();

/** Shows a notice. The part of the page that shows notices is loaded with the first one. */
export function notify(notice: Notice): void {
  if (show !== undefined) {
    show(notice);
    return;
  }
  early = [...early, notice];
  for (const listener of listeners) listener();
}

/** True once there is a notice to show. */
export function hasNotices(): boolean {
  return show !== undefined || early.length > 0;
}

/** Calls the listener when the first notice is there. Returns what ends that. */
export function onFirstNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** From now on notices are shown by this function, beginning with those that came before. */
export function showNotices(by: Show): void {
  show = by;
  for (const notice of early) show(notice);
  early = [];
}
