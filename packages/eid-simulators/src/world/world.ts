import type { JSONWebKeySet } from 'jose';
import type { ClientMetadata } from 'oidc-provider';

import { type AdvanceableClock, type Clock, makeAdvanceableClock } from '../shared/clock.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Decision, Login, WaitingLogin } from './login.ts';
import { type Logins, makeLogins } from './logins.ts';
import { type Country, type Person, personsOf } from './persons.ts';

/** A running eID, as the control API and the person's page need it. */
export interface SimulatedEid {
  /** Its name in scripts. */
  readonly name: string;
  readonly title: string;
  /** Whose persons have it. */
  readonly countries: readonly Country[];
  /** Its issuer, or the address that other requests begin with. */
  readonly address: string;
  readonly faults: FaultBox;
  /** Registers a client; absent at eIDs without registration. */
  addClient?(client: ClientMetadata): Promise<void>;
  /** Makes a service its client; returns what the service has to know, by the names of settings. */
  enrol?(service: Service): Promise<Readonly<Record<string, unknown>>>;
  /** Counters since the start; absent at eIDs without them. */
  statistics?(): object;
  /** The persons with what the eID says of them; absent: the persons of its countries. */
  persons?(): readonly object[];
  /** The logins of an eID that keeps them itself. */
  readonly desk?: Desk;
  /** Opens a link to the person's app; undefined at eIDs without links. @throws {Refusal} where the app refuses */
  openLink?(link: URL): Promise<OpenedLink | undefined>;
}

/** A link that was opened in the person's app. */
export interface OpenedLink {
  /** The login that waits for the person. */
  readonly loginId: string;
  /** Where the app sends the browser after the decision; undefined on another device. */
  returnUrl(decided: Login): string | undefined;
}

/** A service that becomes the client of an eID. */
export interface Service {
  /** The requested client id. */
  readonly clientId: string;
  /** The name that persons see. */
  readonly name: string;
  /** The addresses to which the eID may send persons. */
  readonly callbacks: readonly string[];
  /** How it authenticates: by a secret, or by its public keys. */
  readonly credential: { readonly secret: string } | { readonly jwks: JSONWebKeySet };
}

/** The faults of one eID as a tester adds and sees them. */
export interface FaultBox {
  /** @throws {Refusal} malformed_request */
  add(fault: unknown): void;
  list(): readonly object[];
  clear(): void;
}

/** Logins outside of the world's own. */
export interface Desk {
  waiting(): readonly WaitingLogin[];
  /** @throws {Refusal} where the eID refuses */
  decide(id: string, decision: Decision): object;
  /** Opens a link in the person's app and approves; returns where the app leads. @throws {Refusal} where it refuses */
  follow(link: string, person: Person): string | undefined;
}

/** What all simulated eIDs share: the time, the persons and what waits for them. */
export interface World {
  readonly clock: AdvanceableClock;
  readonly logins: Logins;
  /** Adds a running eID. */
  add(eid: SimulatedEid): void;
  eids(): readonly SimulatedEid[];
  /** @throws {Refusal} unknown_profile */
  eid(name: string): SimulatedEid;
  /** A person of one of the eID's countries. @throws {Refusal} unknown_profile, unknown_person */
  person(profile: string, id: string): Person;
  /** The logins of all eIDs that wait for a person, oldest first. */
  waiting(): readonly WaitingLogin[];
  /** @throws {Refusal} unknown_login, already_decided, and others of the eID */
  decide(id: string, decision: Decision): object;
  /**
   * Opens a link in the person's app and approves; returns where the app leads the browser, undefined on another device.
   * @throws {Refusal} where the app refuses
   */
  follow(link: string, personId: string): Promise<string | undefined>;
}

/** A world without eIDs, whose time begins at that of the base. */
export function makeWorld(base: Clock): World {
  const clock = makeAdvanceableClock(base);
  const logins = makeLogins(clock.now);
  const eids: SimulatedEid[] = [];

  function eid(name: string): SimulatedEid {
    const found = eids.find((each) => each.name === name);
    if (found === undefined) throw new Refusal('unknown_profile', 'No eID has this name');
    return found;
  }

  return {
    clock,
    logins,
    add: (added) => void eids.push(added),
    eids: () => eids,
    eid,
    person: (profile, id) => personOf(eid(profile), id),
    waiting: () =>
      [...logins.pending(), ...eids.flatMap(({ desk }) => desk?.waiting() ?? [])].toSorted(
        (a, b) => a.startedAt.getTime() - b.startedAt.getTime(),
      ),
    decide(id, decision) {
      const desk = eids
        .map((each) => each.desk)
        .find((each) => each?.waiting().some((login) => login.id === id));
      return desk === undefined ? logins.decide(id, decision) : desk.decide(id, decision);
    },
    async follow(link, personId) {
      const name = /\/app\/([\w-]+)\?/.exec(link)?.[1];
      const found = name === undefined ? eids.find(({ desk }) => desk !== undefined) : eid(name);
      const person = personOf(found, personId);
      if (found?.desk !== undefined) return found.desk.follow(link, person);
      const opened = await found?.openLink?.(new URL(link));
      if (opened === undefined) throw new Refusal('malformed_link', 'No app opens this link');
      return opened.returnUrl(logins.decide(opened.loginId, { kind: 'approved', person }));
    },
  };
}

function personOf(eid: SimulatedEid | undefined, id: string): Person {
  const found = eid?.countries.flatMap(personsOf).find((person) => person.id === id);
  if (found === undefined) throw new Refusal('unknown_person', 'The eID has no such person');
  return found;
}
