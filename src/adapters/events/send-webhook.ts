import { createHmac } from 'node:crypto';

import { secondsOf } from '../../domain/lifetimes.ts';
import type { SendWebhook } from '../../ports/events.ts';

/** Sends one request to a URL of a tenant. @throws when it fails or is not allowed */
export type Post = (
  call: {
    readonly url: string;
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  allowed: { readonly ownMachine: boolean },
) => Promise<{ readonly status: number }>;

/** Sends messages of the form of Standard Webhooks, which has libraries for receivers. */
export function sendWebhook(post: Post): SendWebhook {
  return async function send({ id, body, at }, { url, secrets, ownMachine }) {
    const timestamp = secondsOf(at);
    const signed = `${id}.${timestamp}.${body}`;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'eid-broker',
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': secrets.map((secret) => signatureOf(signed, secret)).join(' '),
    };
    try {
      const { status } = await post({ url, method: 'POST', headers, body }, { ownMachine });
      return status >= 200 && status < 300 ? 'accepted' : 'refused';
    } catch {
      return 'unreachable';
    }
  };
}

function signatureOf(text: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
