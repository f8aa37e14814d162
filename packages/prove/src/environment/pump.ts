import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ConnectionFault } from './connection-fault.ts';

/** One direction of one connection. */
export interface PumpPlan {
  readonly from: Socket;
  readonly to: Socket;
  /** Breaks the connection, both ways. */
  readonly cut: () => void;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** The current fault. */
  readonly faults: () => readonly ConnectionFault[];
  /** Resolves when next something is mended. */
  readonly mended: () => Promise<void>;
  /** Gets each chunk before it is forwarded, and returns the bytes to forward. */
  readonly watch: (chunk: Buffer) => Promise<Buffer>;
}

/** Back pressure begins at this number of bytes. */
const MAX_HELD_BYTES = 1024 * 1024;

/** Forwards chunks in order, subject to the faults; a delay counts from a chunk's arrival. */
export function pump({ from, to, cut, random, faults, mended, watch }: PumpPlan): void {
  let passed = 0;
  let held = 0;
  let queue: Promise<void> = Promise.resolve();

  from.on('data', (chunk: Buffer) => {
    const dueAt = performance.now() + delay();
    held += chunk.length;
    if (held > MAX_HELD_BYTES) from.pause();
    queue = queue
      .then(() => deliver(chunk, dueAt))
      .then(() => {
        held -= chunk.length;
        if (held <= MAX_HELD_BYTES) from.resume();
      });
  });
  from.on('end', () => {
    queue = queue.then(() => void to.end());
  });

  async function deliver(chunk: Buffer, dueAt: number): Promise<void> {
    const wait = dueAt - performance.now();
    if (wait > 0) await sleep(wait);
    const seen = await watch(chunk);
    while (isStalled() && !from.destroyed) await mended();
    await trickle(seen.length);
    if (to.destroyed || to.writableEnded) return;
    const spoiled = spoil(seen);
    if (spoiled.length > 0) to.write(spoiled);
    const sent = passed + spoiled.length;
    passed += seen.length;
    endIfDue(sent);
  }

  function delay(): number {
    return faults().reduce(
      (sum, fault) =>
        fault.kind === 'latency' ? sum + fault.ms + (fault.spreadMs ?? 0) * random() : sum,
      0,
    );
  }

  function isStalled(): boolean {
    return faults().some(({ kind }) => kind === 'stall');
  }

  async function trickle(bytes: number): Promise<void> {
    for (const fault of faults()) {
      if (fault.kind === 'bandwidth') await sleep((bytes / fault.bytesPerSecond) * 1_000);
    }
  }

  function spoil(chunk: Buffer): Buffer {
    return faults().reduce((spoiled, fault) => {
      if (fault.kind === 'garbage') return garbled(spoiled, (fault.afterBytes ?? 0) - passed);
      const limit = limitOf(fault);
      return limit === undefined ? spoiled : spoiled.subarray(0, Math.max(0, limit - passed));
    }, chunk);
  }

  function garbled(chunk: Buffer, after: number): Buffer {
    return Buffer.from(chunk.map((byte, at) => (at < after ? byte : Math.floor(random() * 256))));
  }

  function endIfDue(sent: number): void {
    for (const fault of faults()) {
      const limit = limitOf(fault);
      if (limit === undefined || sent < limit) continue;
      if (fault.kind === 'reset') cut();
      else to.end();
      if (fault.kind === 'truncate') from.end();
    }
  }
}

/** The number of bytes after which none pass. */
function limitOf(fault: ConnectionFault): number | undefined {
  switch (fault.kind) {
    case 'reset':
    case 'half-close':
      return fault.afterBytes ?? 0;
    case 'truncate':
      return fault.afterBytes;
    case 'latency':
    case 'stall':
    case 'garbage':
    case 'bandwidth':
    case 'refuse':
      return undefined;
  }
}
