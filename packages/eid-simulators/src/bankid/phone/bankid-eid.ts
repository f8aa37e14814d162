import type { Decision, WaitingLogin } from '../../world/logins.ts';
import type { Desk, SimulatedEid } from '../../world/world.ts';
import type { Endpoint, Faults } from '../rp-api/faults.ts';
import { testPersons } from './persons.ts';
import type { Act, Phone } from './phone.ts';
import type { ListedOrder, Outcome } from './phone-answers.ts';
import { parseFault } from './phone-requests.ts';

/** The name of BankID in scripts. */
export const BANKID = 'se-bankid';

/** Calls by endpoint, and collects within a second after the previous one of the same order. */
export interface StatisticsReport {
  readonly calls: Readonly<Record<Endpoint, number>>;
  readonly fastCollects: number;
}

interface Deps {
  readonly address: string;
  readonly phone: Phone;
  readonly faults: Faults;
  readonly statistics: () => StatisticsReport;
}

/** BankID as one of the world's eIDs: its orders are logins that wait. */
export function bankIdEid({ address, phone, faults, statistics }: Deps): SimulatedEid {
  return {
    name: BANKID,
    title: 'BankID',
    countries: ['SE'],
    address,
    faults: {
      add: (fault) => faults.add(parseFault(fault)),
      list: faults.list,
      clear: faults.clear,
    },
    statistics,
    persons: () => testPersons,
    desk: deskOf(phone),
  };
}

/** The person's decision in one step, where the phone's own API has several. */
function deskOf(phone: Phone): Desk {
  return {
    waiting: () => phone.list().map(describe),
    decide(id, decision) {
      if (decision.kind === 'approved') return approve(phone, id, decision);
      const hintCode = decision.kind === 'aborted' ? 'userCancel' : decision.word;
      return phone.act(id, { action: 'fail', hintCode });
    },
  };
}

function describe({ orderRef, display, createdAt }: ListedOrder): WaitingLogin {
  const { relyingParty, action, text } = display;
  return {
    id: orderRef,
    profile: BANKID,
    application: relyingParty,
    action,
    ...(text !== undefined && { text }),
    startedAt: new Date(createdAt),
  };
}

function approve(
  phone: Phone,
  orderRef: string,
  { person }: Extract<Decision, { readonly kind: 'approved' }>,
): Outcome {
  const { nationalNumber: personalNumber } = person;
  const order = phone.list().find((each) => each.orderRef === orderRef);
  const { qrData } = order ?? {};
  const opened =
    order?.openedBy !== undefined
      ? order
      : qrData === undefined
        ? phone.open({ orderRef }, personalNumber)
        : phone.scan(qrData, personalNumber);
  const act = (action: Act['action']) => phone.act(orderRef, { action, personalNumber });
  if (opened.hintCode === 'userCallConfirm') act('confirm-call');
  return act('approve');
}
