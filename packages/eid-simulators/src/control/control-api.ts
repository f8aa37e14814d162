import { Router } from '@koa/router';
import type Koa from 'koa';
import type { Context } from 'koa';

import { answerRefusals, jsonOf, refuseForeignPages } from '../shared/own-pages.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Decision } from '../world/login.ts';
import { personsOf } from '../world/persons.ts';
import type { SimulatedEid, World } from '../world/world.ts';
import { appPage } from './app-page.ts';
import {
  parseAdvance,
  parseApproval,
  parseClient,
  parseFailure,
  parseFault,
  parseLink,
  parseScript,
  type ScriptRequest,
} from './control-requests.ts';
import { waitingPage } from './waiting-page.ts';

/**
 * The control API below `/api`, the person's page at `/waiting` and the apps below `/app`. Each server of a world has
 * them for all its eIDs. `usual` is the eID of requests about faults, persons and statistics that name none.
 */
export function useControl(app: Koa, world: World, usual?: string): void {
  app.use(answerRefusals);
  app.use(refuseForeignPages);
  app.use(controlApi(world, usual).routes());
  app.use(waitingPage(world).routes());
  app.use(appPage(world).routes());
}

/** The routes below `/api`, for a tester or a script in the person's place. */
function controlApi(world: World, usual?: string): Router {
  const api = new Router({ prefix: '/api' });

  api.get('/eids', (context) => {
    context.body = world.eids().map(({ name, title, address, countries }) => ({
      name,
      title,
      address,
      persons: countries.flatMap(personsOf),
    }));
  });
  api.post('/clients', async (context) => {
    const { profile, client } = parseClient(await jsonOf(context));
    const { addClient } = world.eid(profile);
    if (addClient === undefined) throw new Refusal('unknown_profile', 'The eID has no clients');
    await addClient(client);
    context.status = 204;
  });

  api.get('/logins', (context) => {
    context.body = world.waiting();
  });
  api.post('/logins/:id/approve', async (context) => {
    const id = String(context.params.id);
    const person = parseApproval(await jsonOf(context));
    const profile = profileOf(world, id);
    const decision = { kind: 'approved', person: world.person(profile, person) } as const;
    context.body = world.decide(id, decision);
  });
  api.post('/logins/:id/abort', (context) => {
    context.body = world.decide(String(context.params.id), { kind: 'aborted' });
  });
  api.post('/logins/:id/fail', async (context) => {
    const word = parseFailure(await jsonOf(context));
    context.body = world.decide(String(context.params.id), { kind: 'failed', word });
  });
  api.post('/links', async (context) => {
    const { link, person } = parseLink(await jsonOf(context));
    const returnUrl = await world.follow(link, person);
    context.body = { ...(returnUrl !== undefined && { returnUrl }) };
  });
  api.post('/script', async (context) => {
    const script = parseScript(await jsonOf(context));
    const { profile, person, afterSeconds } = script;
    world.eid(profile);
    world.logins.script(profile, {
      decision: decisionOf(script, world),
      ...(person !== undefined && { person: world.person(profile, person) }),
      afterSeconds,
    });
    context.status = 204;
  });

  api.get('/faults', (context) => {
    context.body = chosen(context).flatMap(({ faults }) => faults.list());
  });
  api.post('/faults', async (context) => {
    const { profile = usual ?? '', fault } = parseFault(await jsonOf(context));
    const { faults } = world.eid(profile);
    faults.add(fault);
    context.body = faults.list();
  });
  api.delete('/faults', (context) => {
    for (const { faults } of chosen(context)) faults.clear();
    context.body = [];
  });
  api.get('/persons', (context) => {
    context.body = chosen(context).flatMap(
      ({ persons, countries }) => persons?.() ?? countries.flatMap(personsOf),
    );
  });
  api.get('/statistics', (context) => {
    const counted = chosen(context).flatMap(({ name, statistics }) =>
      statistics === undefined ? [] : ([[name, statistics()]] as const),
    );
    const [only] = counted;
    context.body = nameIn(context) === undefined ? Object.fromEntries(counted) : (only?.[1] ?? {});
  });

  api.get('/clock', (context) => {
    context.body = { now: world.clock.now() };
  });
  api.post('/clock', async (context) => {
    context.body = { now: world.clock.advance(parseAdvance(await jsonOf(context))) };
  });
  return api;

  /** The eID of `?profile=`, else the usual one, else all. */
  function chosen(context: Context): readonly SimulatedEid[] {
    const name = nameIn(context);
    return name === undefined ? world.eids() : [world.eid(name)];
  }

  function nameIn({ query }: Context): string | undefined {
    return typeof query.profile === 'string' ? query.profile : usual;
  }
}

/** @throws {Refusal} unknown_login */
function profileOf(world: World, id: string): string {
  const login = world.logins.find(id) ?? world.waiting().find((each) => each.id === id);
  if (login === undefined) throw new Refusal('unknown_login', 'No login has this id');
  return login.profile;
}

function decisionOf(script: ScriptRequest, world: World): Decision | undefined {
  const { profile, decision, person = '', word = '' } = script;
  switch (decision) {
    case 'approve':
      return { kind: 'approved', person: world.person(profile, person) };
    case 'abort':
      return { kind: 'aborted' };
    case 'fail':
      return { kind: 'failed', word };
    case 'wait':
      return undefined;
  }
}
