import type { Application, CallInitiator } from '../../../domain/application.ts';
import type { PhoneRules } from '../../../domain/eid-offer.ts';
import { Failure } from '../../../domain/failure.ts';
import { isJsonObject } from '../../../domain/json.ts';

/** The parameters that name the caller. */
export interface CallParams {
  readonly callInitiator: string | undefined;
  /** JSON: `[{"type":"phoneAuth","callInitiator":"RP"}]` (RFC 9396). */
  readonly authorizationDetails: string | undefined;
}

/**
 * The caller: from either parameter, else from the application's settings. Undefined for an eID that does not show it.
 * @throws {Failure} call-initiator-missing, -malformed, -contradiction, authorization-details-malformed
 */
export function callInitiatorOf(
  params: CallParams,
  application: Application,
  rules: PhoneRules,
): CallInitiator | undefined {
  const inField = read(params.callInitiator);
  const inDetails = read(initiatorIn(params.authorizationDetails, rules));
  if (!rules.namesCaller) return undefined;
  if (inField !== undefined && inDetails !== undefined && inField !== inDetails) {
    throw new Failure('call-initiator-contradiction');
  }
  const initiator = inField ?? inDetails ?? application.defaultCallInitiator;
  if (initiator === undefined) throw new Failure('call-initiator-missing');
  return initiator;
}

function read(value: unknown): CallInitiator | undefined {
  if (value === undefined || value === 'RP' || value === 'user') return value;
  throw new Failure('call-initiator-malformed');
}

/** Unknown members are refused, because they would have no effect (RFC 9396 §5). */
function initiatorIn(
  details: string | undefined,
  { detailsType: type, namesCaller }: PhoneRules,
): unknown {
  if (details === undefined) return undefined;
  const list = parseJson(details);
  const [detail, ...others] = Array.isArray(list) ? list : [];
  const members = namesCaller ? ['type', 'callInitiator'] : ['type'];
  const isValid =
    others.length === 0 &&
    isJsonObject(detail) &&
    detail.type === type &&
    Object.keys(detail).every((name) => members.includes(name));
  if (!isValid) throw new Failure('authorization-details-malformed', { values: { type } });
  return detail.callInitiator;
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
