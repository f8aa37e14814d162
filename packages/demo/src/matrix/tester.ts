/** A person as the simulators list them. */
export interface TestPerson {
  readonly id: string;
  readonly country: string;
  readonly nationalNumber: string;
  readonly familyName: string;
  readonly phoneNumber?: string;
}

/** Acts for the persons of all simulated eIDs. */
export interface Tester {
  /** Approves every pending login, as a person of the acr value's country. Returns how many logins. */
  approveWaiting(): Promise<number>;
  /**
   * Scans a QR code that is a link to an app, and approves. Another text has no effect: what such an app shows is
   * approved without a scan. A code that was scanned already has none either.
   */
  scan(qrData: string): Promise<void>;
  /** Opens a link to an app and approves; returns where the app leads the browser. */
  follow(link: string): Promise<string | undefined>;
  /** Who answers on our pages. */
  readonly person: TestPerson;
}

interface Eid {
  readonly name: string;
  readonly persons: readonly TestPerson[];
}

interface Waiting {
  readonly id: string;
  readonly profile: string;
  readonly person?: TestPerson;
}

/** The tester for one acr value, by the control API of the phone's server. */
export async function makeTester(phoneUrl: string, acr: string): Promise<Tester> {
  const eids = await call<readonly Eid[]>('eids');
  const everybody = eids.flatMap(({ persons }) => persons);
  const person = choiceOf(everybody);
  let hasScanned = false;

  return {
    person,
    async approveWaiting() {
      const logins = await call<readonly Waiting[]>('logins');
      for (const login of logins) {
        const { persons = [] } = eids.find(({ name }) => name === login.profile) ?? {};
        const approver = login.person ?? choiceOf(persons);
        await call(`logins/${login.id}/approve`, { person: approver.id });
      }
      return logins.length;
    },
    async scan(qrData) {
      if (hasScanned || !qrData.startsWith(phoneUrl)) return;
      hasScanned = true;
      await follow(qrData);
    },
    follow,
  };

  async function follow(link: string): Promise<string | undefined> {
    const { returnUrl } = await call<{ readonly returnUrl?: string }>('links', {
      link,
      person: person.id,
    });
    return returnUrl;
  }

  /** The first person with a telephone of the country, if there is one. */
  function choiceOf(persons: readonly TestPerson[]): TestPerson {
    const [, country = ''] = /^urn:grn:authn:([a-z]{2}):/.exec(acr) ?? [];
    const code = country === 'uk' ? 'GB' : country.toUpperCase();
    const own = persons.filter((each) => each.country === code);
    const [first] = own.length > 0 ? own : persons;
    if (first === undefined) throw new Error(`no simulated person for ${acr}`);
    return own.find(({ phoneNumber }) => phoneNumber !== undefined) ?? first;
  }

  async function call<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${phoneUrl}/api/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the simulators refuse ${path}: ${answer}`);
    return JSON.parse(answer) as Answer;
  }
}
