import type { Schema } from 'yup';

import type { StoredSecrets } from '../../ports/configuration.ts';
import type { Problem } from '../configuration-problems.ts';
import { type KnownEid, knownEid, strictestEnvironment } from './checks.ts';
import type { Resolved } from './references.ts';
import {
  isMapping,
  isStoredReference,
  joinedPath,
  listAt,
  mapDescribed,
  memberAt,
  textAt,
} from './yaml-values.ts';

interface StoredContext {
  readonly eids: readonly KnownEid[];
  readonly stored: ((tenantId: string) => StoredSecrets | undefined) | undefined;
}

interface Work {
  readonly problems: Problem[];
  readonly referenced: Set<string>;
  readonly secrets: string[];
}

/** True when a value has a reference to a stored secret anywhere. */
export function refersToStored(value: unknown): boolean {
  if (isStoredReference(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(refersToStored);
}

/**
 * Replaces `{ stored: FINGERPRINT }` in eID settings and webhooks by that secret of the stored tenant. Those of client secrets
 * stay: only their hashes are stored. A reference to nothing becomes a problem, and so does one to a secret that would be
 * sent to another address than it is now.
 */
export function resolveStored(resolved: Resolved, { eids, stored }: StoredContext): Resolved {
  if (!refersToStored(resolved.value)) return resolved;
  const work: Work = { problems: [], referenced: new Set(), secrets: [] };
  const value = mapList(resolved.value, 'tenants', '', (tenant, path) => {
    const secrets = stored?.(textAt(tenant, 'id') ?? '');
    const domains = listAt(tenant, 'domains');
    const withEids = mapList(tenant, 'eids', path, (eid, place) =>
      inEid(eid, place, { secrets, known: knownEid(textAt(eid, 'eid'), eids), work }),
    );
    const withWebhooks = mapList(withEids, 'webhooks', path, (webhook, place) =>
      mapList(webhook, 'secrets', place, (secret, at) => inWebhook(secret, at, { secrets, work })),
    );
    for (const [index, application] of listAt(tenant, 'applications').entries()) {
      const place = joinedPath(path, `applications[${index}]`);
      checkApplication(application, place, { secrets, domains, work });
    }
    return withWebhooks;
  });
  return {
    value,
    problems: [...resolved.problems, ...work.problems],
    referenced: { has: (path) => work.referenced.has(path) || resolved.referenced.has(path) },
    secrets: [...resolved.secrets, ...work.secrets],
  };
}

interface Place {
  readonly secrets: StoredSecrets | undefined;
  readonly work: Work;
}

function inEid(
  eid: unknown,
  path: string,
  { secrets, known, work }: Place & { readonly known: KnownEid | undefined },
): unknown {
  const name = textAt(eid, 'eid');
  const settings = memberAt(eid, 'settings');
  if (known === undefined || name === undefined || !isMapping(eid)) return eid;
  const resolvedSettings = mapDescribed(described(known.settings, settings), settings, {
    path: joinedPath(path, 'settings'),
    map(value, { path: at, isSecret, sentTo }) {
      if (!isStoredReference(value)) return value;
      if (!isSecret) return refused(work, at, NOT_SECRET);
      const known = secrets?.ofEid(name, value.stored) ?? [];
      const same = known.find((one) =>
        sentTo.every((to) => one.settings[to] === memberAt(settings, to)),
      );
      if (same === undefined && known.length > 0) return refused(work, at, sentElsewhere(sentTo));
      return found(work, at, same?.secret);
    },
  });
  return { ...eid, settings: resolvedSettings };
}

function inWebhook(secret: unknown, path: string, { secrets, work }: Place): unknown {
  const value = memberAt(secret, 'value');
  if (!isMapping(secret) || !isStoredReference(value)) return secret;
  const text = found(work, joinedPath(path, 'value'), secrets?.ofWebhooks(value.stored));
  return { ...secret, value: text };
}

/** Client secrets are refused that a stricter environment has not accepted: their length is not known. */
function checkApplication(
  application: unknown,
  path: string,
  { secrets, domains, work }: Place & { readonly domains: readonly unknown[] },
): void {
  const clientId = textAt(application, 'clientId') ?? '';
  for (const [index, secret] of listAt(application, 'secrets').entries()) {
    const value = memberAt(secret, 'value');
    if (!isStoredReference(value)) continue;
    const at = joinedPath(path, `secrets[${index}].value`);
    const accepted = secrets?.ofApplication(clientId, value.stored);
    if (accepted === undefined) refused(work, at, NOT_STORED);
    else if (accepted === 'test' && strictestEnvironment(application, domains) === 'production') {
      refused(work, at, TOO_WEAK);
    }
  }
}

const NOT_STORED = 'refers to a stored secret that does not exist';
const NOT_SECRET = 'must be written here: only secrets can refer to what is stored';
const TOO_WEAK =
  'must be a new secret: the stored one was accepted for test domains, which allow shorter ones';

function sentElsewhere(sentTo: readonly string[]): string {
  return `must be written anew: the stored one is for other values of ${sentTo.join(', ')}, which decide who gets it`;
}

function found(work: Work, path: string, text: string | undefined): string {
  if (text === undefined) return refused(work, path, NOT_STORED);
  work.referenced.add(path);
  if (text.length > 3) work.secrets.push(text);
  return text;
}

function refused({ problems }: Work, path: string, message: string): string {
  problems.push({ path, message });
  return '';
}

function described(schema: Schema, value: unknown) {
  return schema.describe({ value });
}

function mapList(
  value: unknown,
  key: string,
  path: string,
  map: (item: unknown, path: string) => unknown,
): unknown {
  const list = memberAt(value, key);
  if (!isMapping(value) || !Array.isArray(list)) return value;
  const items = list.map((item: unknown, index) => map(item, joinedPath(path, `${key}[${index}]`)));
  return { ...value, [key]: items };
}
