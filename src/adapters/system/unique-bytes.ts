import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let given = pool.length;

/** Random bytes for what must not come twice and is no secret: asked of the system many at a time. */
export function uniqueBytes(count: number): Buffer {
  if (given + count > pool.length) {
    randomFillSync(pool);
    given = 0;
  }
  given += count;
  return Buffer.from(pool.subarray(given - count, given));
}
