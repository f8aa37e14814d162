import type { Log } from '../../ports/log.ts';

/** For commands, which tell a person what went wrong: what is logged on the way is not shown. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
