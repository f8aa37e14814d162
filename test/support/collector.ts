import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span in OTLP. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: number | undefined;
}

/** An OpenTelemetry collector that receives OTLP over HTTP and stores it. */
export interface Collector {
  readonly url: string;
  /** The bodies of all requests. */
  readonly text: () => string;
  readonly spans: () => readonly SentSpan[];
  /** The resource attributes of the service that sent the spans. */
  readonly resource: () => Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    if (req.url === '/v1/traces') bodies.push(body);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent = () => bodies.flatMap((body) => JSON.parse(body).resourceSpans as Json[]);
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      sent().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }: Json) => spans.map(spanOf)),
      ),
    resource: () => attributesOf(sent()[0]?.resource.attributes ?? []),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests check the JSON.
type Json = any;

function spanOf({
  name,
  traceId,
  spanId,
  parentSpanId,
  links,
  attributes,
  status,
}: Json): SentSpan {
  return {
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    links: (links ?? []).map((link: Json) => ({ traceId: link.traceId, spanId: link.spanId })),
    attributes: attributesOf(attributes),
    status: status?.code || undefined,
  };
}

function attributesOf(attributes: readonly Json[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value as object)[0]]),
  );
}
