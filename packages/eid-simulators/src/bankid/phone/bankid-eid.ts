import type { WaitingLogin } from '../../world/login.ts';
import type { Desk, SimulatedEid } from '../../world/world.ts';
import type { Endpoint, Faults } from '../rp-api/faults.ts';
import { testPersons } from './persons.ts';
import type { Act, Phone } from './phone.ts';
import type { ListedOrder, OpenedOrder, Outcome } from './phone-answers.ts';
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
      if (decision.kind === 'approved') {
        return approve(phone, id, decision.person.nationalNumber);
      }
      const hintCode = decision.kind === 'aborted' ? 'userCancel' : decision.word;
      return phone.act(id, { action: 'fail', hintCode });
    },
    follow(link, { nationalNumber }) {
      return confirm(phone, phone.open({ link }, nationalNumber), nationalNumber).returnUrl;
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

/** Opens the order on the phone unless it is there already, and approves. */
function approve(phone: Phone, orderRef: string, personalNumber: string): Outcome {
  const order = phone.list().find((each) => each.orderRef === orderRef);
  const { qrData, openedBy } = order ?? {};
  if (order !== undefined && openedBy !== undefined) return confirm(phone, order, personalNumber);
  const opened =
    qrData === undefined
      ? phone.open({ orderRef }, personalNumber)
      : phone.scan(qrData, personalNumber);
  return confirm(phone, opened, personalNumber);
}

function confirm(
  phone: Phone,
  { orderRef, hintCode }: Pick<OpenedOrder, 'orderRef' | 'hintCode'>,
  personalNumber: string,
): Outcome {
  const act = (action: Act['action']) => phone.act(orderRef, { action, personalNumber });
  if (hintCode === 'userCallConfirm') act('confirm-call');
  return act('approve');
}
