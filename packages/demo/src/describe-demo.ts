import { relative } from 'node:path';

import type { Demo } from './start-demo.ts';

/** The first output of `npm start`. */
export function describeDemo({ urls, healthUrl, managementUrl, folder }: Demo): string {
  const { issuer, clientUrl, phoneUrl, simulatorUrl, oidcUrl, restUrl } = urls;
  return `
The demo is ready.

  1. Open ${clientUrl}, click "Log in", then "BankID on another device".
  2. On the simulated phone, ${phoneUrl}, click "Scan what is on the screen", then "Identify me".

  Demo client        ${clientUrl}
  Simulated phone    ${phoneUrl}
  The service        ${issuer}/.well-known/openid-configuration
  Health             ${healthUrl}
  Console            ${managementUrl}, its owner: Tolvan Tolvansson on the simulated phone
  Management API     ${managementUrl}/api/openapi.json, token in ${shown(folder.managementToken)}
  Simulated BankID   ${simulatorUrl}/rp/v6.0/ (mutual TLS)
  Other eIDs         ${oidcUrl}, ${restUrl}
  What waits for you ${phoneUrl}/waiting
  Database URL       in ${shown(folder.databaseUrl)}
  Log of the service ${shown(folder.serviceLog)}
  Data               ${shown(folder.path)} (delete it to start afresh)

Ctrl-C stops everything.
`;
}

function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
