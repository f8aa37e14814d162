import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

/** The application of the demo's configuration that the pages log in to. */
const CLIENT_ID = 'demo-sdk';

/** An application of one page that logs in with an SDK. */
export interface SdkApplication {
  /** The page, and the redirect URI; its query may hold settings of the page. */
  readonly url: string;
  close(): Promise<void>;
}

/** The parameters of the application. */
export interface SdkApplicationOptions {
  /** The page's script in this folder. */
  readonly script: string;
  readonly issuer: string;
  readonly port: number;
}

/** Bundles the page with the SDK from npm, and serves it. */
export async function startSdkApplication(options: SdkApplicationOptions): Promise<SdkApplication> {
  const { issuer, port } = options;
  const script = await bundle(options.script);
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const page = pathname === '/callback';
    response.statusCode = page ? 200 : 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page ? pageWith(script, { issuer, chosen: searchParams }) : '');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${port}/callback`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    write: false,
    outdir: 'bundle',
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
}

function pageWith(
  script: string,
  { issuer, chosen }: { readonly issuer: string; readonly chosen: URLSearchParams },
): string {
  const settings = {
    domain: new URL(issuer).host,
    clientId: CLIENT_ID,
    acrValues: chosen.get('acr') ?? 'urn:grn:authn:se:bankid:another-device:qr',
    show: chosen.get('show') ?? 'button',
  };
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>An application with an SDK</title>
<body>
<pre id="outcome"></pre>
<div id="root"></div>
<script type="application/json" id="settings">${JSON.stringify(settings)}</script>
<script type="module">${script.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`;
}
