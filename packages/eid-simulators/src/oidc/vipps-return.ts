import type { ReceivedRequest } from './profile.ts';

/** The app of Vipps returns to another app by its address, in this flow alone. */
export function faultOfReturn({ textAt }: ReceivedRequest): string | undefined {
  const [flow, address] = [textAt('requested_flow'), textAt('app_callback_uri')];
  if ((flow === undefined) === (address === undefined)) return undefined;
  return 'requested_flow and app_callback_uri need each other';
}
