/** The direction of bytes: `up` to the server, `down` to the client. */
export type Direction = 'up' | 'down';

/** A fault of a connection. */
export type ConnectionFault =
  /** Delays every byte, with a random spread of `spreadMs`. */
  | { readonly kind: 'latency'; readonly ms: number; readonly spreadMs?: number }
  /** No byte passes; the connection stays open. */
  | { readonly kind: 'stall' }
  /** The connection breaks (RST) after `afterBytes`. */
  | { readonly kind: 'reset'; readonly afterBytes?: number }
  /** One side ends properly after `afterBytes`; the rest is lost. */
  | { readonly kind: 'half-close'; readonly afterBytes?: number }
  /** The whole connection ends properly after `afterBytes`. */
  | { readonly kind: 'truncate'; readonly afterBytes: number }
  /** Bytes after `afterBytes` are replaced by random ones. */
  | { readonly kind: 'garbage'; readonly afterBytes?: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** Nothing listens: connection refused. Those that are open break. */
  | { readonly kind: 'refuse' };

/** The connections that a fault applies to; by default all. */
export interface FaultRule {
  readonly fault: ConnectionFault;
  /** By default both. */
  readonly direction?: Direction;
  /** Only connections of this channel. */
  readonly channel?: string;
  /** The probability for each connection; by default 1. */
  readonly probability?: number;
  /** Only this number of further connections; open ones are unaffected. */
  readonly nextConnections?: number;
}
