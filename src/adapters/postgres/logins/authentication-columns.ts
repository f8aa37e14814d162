/** The columns of an `AuthenticationRow`. */
const NAMES = [
  'id',
  'tenant_id',
  'issuer',
  'client_id',
  'channel',
  'login_id',
  'acr',
  'request',
  'scope',
  'id_token',
  'address_from',
  'device',
  'returned',
  'state',
  'stage',
  'hint',
  'why',
  'eid_order',
  'identity',
  'collect_after',
  'created_at',
  'expires_at',
  'settled_at',
  'result_consumed_at',
  'support_code',
];

/** The columns that its event needs. */
const EVENT_NAMES = [
  'id',
  'tenant_id',
  'issuer',
  'client_id',
  'channel',
  'kind',
  'acr',
  'address_from',
  'state',
  'hint',
  'why',
  'created_at',
  'settled_at',
  'login_id',
  'support_code',
];

/** `NAMES`, qualified with the table. */
export const COLUMNS = columnsOf(NAMES);
/** `NAMES`, for a `with` query that returns them. */
export const COLUMN_NAMES = NAMES.join(', ');
/** `EVENT_NAMES`, qualified likewise. */
export const EVENT_COLUMNS = columnsOf(EVENT_NAMES);

function columnsOf(names: readonly string[]): string {
  return names.map((name) => `authentication.${name}`).join(', ');
}
