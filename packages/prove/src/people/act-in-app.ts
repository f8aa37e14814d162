import type { Login } from './login.ts';

/** The person's way to open the order: a scan, a link, or a push. */
export interface OpenOrder {
  (): Promise<{ readonly orderRef: string }>;
}

/** The person opens the order and acts on it. False when it cannot be opened. */
export async function actInApp(login: Login, open: OpenOrder): Promise<boolean> {
  const { plan, did, pause } = login;
  const opened = await open().catch(() => undefined);
  if (opened === undefined) return false;
  const { orderRef } = opened;
  did('opened', orderRef);
  await pause(plan.thinksMs);
  if (plan.wants === 'leave') {
    did('left', orderRef);
    return true;
  }
  // A person cancels on the login page, or the application does.
  if (plan.wants === 'cancel') return true;
  if (plan.kind === 'ciba') await take(login, orderRef, 'confirm-call');
  if (plan.wants === 'decline') {
    if (await take(login, orderRef, 'cancel')) did('declined', orderRef);
    return true;
  }
  did('approving', orderRef);
  if (await take(login, orderRef, 'approve')) did('approved', orderRef);
  else did('left', orderRef);
  return true;
}

/** False when it is too late. */
function take({ phones }: Login, orderRef: string, what: string): Promise<boolean> {
  return phones.phone.decide(orderRef, what).then(
    () => true,
    () => false,
  );
}
