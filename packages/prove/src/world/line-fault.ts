/** From which side bytes come: `up` to the server behind the line, `down` back from it. */
export type Direction = 'up' | 'down';

/** What goes wrong on a line. */
export type LineFault =
  /** Every byte comes later; `spreadMs` more at random. */
  | { readonly kind: 'latency'; readonly ms: number; readonly spreadMs?: number }
  /** No byte passes, and nobody is told. */
  | { readonly kind: 'stall' }
  /** The connection breaks (RST), after so many bytes. */
  | { readonly kind: 'reset'; readonly afterBytes?: number }
  /** One side ends properly after so many bytes; the rest is lost. */
  | { readonly kind: 'half-close'; readonly afterBytes?: number }
  /** The whole connection ends properly after so many bytes. */
  | { readonly kind: 'truncate'; readonly afterBytes: number }
  /** Bytes are replaced by random ones, from so many on. */
  | { readonly kind: 'garbage'; readonly afterBytes?: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** Nothing listens: connection refused. Those that are open break. */
  | { readonly kind: 'refuse' };

/** Which connections a fault concerns; all, if nothing is said. */
export interface FaultRule {
  readonly fault: LineFault;
  /** Both, if not given. */
  readonly direction?: Direction;
  /** Only those that came in by this channel. */
  readonly channel?: string;
  /** Of each connection; 1 if not given. */
  readonly probability?: number;
  /** Only the next connections, so many of them; those that are open are spared. */
  readonly nextConnections?: number;
}
