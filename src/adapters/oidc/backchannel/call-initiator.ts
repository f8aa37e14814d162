import type { Application, CallInitiator } from '../../../domain/application.ts';
import { Failure } from '../../../domain/failure.ts';
import { isJsonObject } from '../../../domain/json.ts';

/** The parameters that name the caller. */
export interface CallParams {
  readonly callInitiator: string | undefined;
  /** JSON: `[{"type":"phoneAuth","callInitiator":"RP"}]` (RFC 9396). */
  readonly authorizationDetails: string | undefined;
}

/** The one supported type of authorization details. */
export const PHONE_AUTH = 'phoneAuth';

const MEMBERS = ['type', 'callInitiator'];

/**
 * The caller: from either parameter, else from the application's settings.
 * @throws {Failure} call-initiator-missing, -malformed, -contradiction, authorization-details-malformed
 */
export function callInitiatorOf(params: CallParams, application: Application): CallInitiator {
  const inField = read(params.callInitiator);
  const inDetails = read(initiatorIn(params.authorizationDetails));
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
function initiatorIn(details: string | undefined): unknown {
  if (details === undefined) return undefined;
  const list = parseJson(details);
  const [detail, ...others] = Array.isArray(list) ? list : [];
  if (others.length > 0 || !isJsonObject(detail) || detail.type !== PHONE_AUTH) throw malformed();
  if (Object.keys(detail).some((name) => !MEMBERS.includes(name))) throw malformed();
  return detail.callInitiator;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function malformed(): Failure {
  return new Failure('authorization-details-malformed');
}
