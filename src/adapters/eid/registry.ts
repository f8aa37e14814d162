import type { EidModule } from './eid-module.ts';
import { seBankId } from './se-bankid/open.ts';

/** The eIDs this service speaks, one line each. */
export const eidModules: readonly EidModule[] = [seBankId];
