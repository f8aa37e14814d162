import { randomBytes } from 'node:crypto';

import type { NewId } from '../../ports/ids.ts';

/** 256 bits from the operating system, 43 characters. */
export const randomId: NewId = () => randomBytes(32).toString('base64url');
