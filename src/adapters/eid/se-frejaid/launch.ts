import { createHmac } from 'node:crypto';

import type { LaunchData } from '../../../ports/eid.ts';
import type { FrejaOrder } from './order.ts';

/**
 * The launch data of one second. An order of a named person is pushed to the app, which a link opens too. `app` is the
 * address that opens Freja's app.
 */
export function launchDataOf(order: FrejaOrder, app: string, at: Date): LaunchData | undefined {
  const { reference, requested, returnUrl } = order;
  if (reference === undefined) return undefined;
  const current = currentReference(reference, order, at);
  const link = linkTo(app, current, returnUrl);
  return {
    qrData: requested.userInfoType === 'INFERRED' ? linkTo(app, current, undefined) : undefined,
    autoStartToken: current,
    appLink: link,
    desktopLink: link,
    verificationCode: undefined,
  };
}

/** With a secret, the reference is good for its second only: `<reference>.<seconds>.<code>`. */
function currentReference(reference: string, order: FrejaOrder, at: Date): string {
  const { qrCodeSecret, startedAt } = order;
  if (qrCodeSecret === undefined) return reference;
  // This replica's clock may be a little behind that of the replica that started the order.
  const seconds = Math.max(0, Math.floor((at.getTime() - startedAt) / 1000)).toString();
  const code = createHmac('sha256', qrCodeSecret).update(seconds).digest('base64url');
  return `${reference}.${seconds}.${code}`;
}

function linkTo(app: string, reference: string, returnUrl: string | undefined): string {
  const query = new URLSearchParams({
    action: 'bindUserToTransaction',
    transactionReference: reference,
    ...(returnUrl !== undefined && { originAppScheme: returnUrl }),
  });
  return `${app}?${query}`;
}
