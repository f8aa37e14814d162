import { mayDo } from '../../../../domain/administrator.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import { objectOf } from '../../json-schema.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json } from '../schemas.ts';

/** Settings of an eID that is simulated beside the service. */
export interface SimulatedEid {
  readonly eid: string;
  readonly settings: JsonObject;
}

/** What the route of the first steps needs. */
export interface FirstStepsDeps {
  /** The port on which the service answers applications. */
  readonly servicePort: number;
  /** The origin of the management API. */
  readonly url: string;
  /** The simulated eIDs that a demo runs; empty elsewhere. */
  readonly simulatedEids: readonly SimulatedEid[];
  readonly isIssuerHost: (host: string) => Promise<boolean>;
  readonly eids: readonly {
    readonly offer: {
      readonly name: string;
      readonly title: string;
      readonly restriction?: string;
      /** Present for an eID that needs another one. */
      readonly through?: object;
      readonly variants: readonly {
        readonly acr: string;
        readonly title: string;
        readonly channels: object;
      }[];
    };
  }[];
}

const ANSWER = objectOf({
  issuers: {
    type: 'array',
    items: { type: 'string' },
    description: 'Free issuers for a test domain on this machine; empty on a server.',
  },
  eids: {
    type: 'array',
    items: objectOf({
      eid: { type: 'string' },
      title: { type: 'string' },
      acrValues: {
        type: 'array',
        items: objectOf({
          acr: { type: 'string' },
          title: { type: 'string' },
          channels: {
            type: 'array',
            items: { enum: ['browser', 'embedded', 'ciba', 'headless'] },
          },
        }),
      },
      testSettings: {
        type: ['object', 'null'],
        description: 'Settings with which it works on a test domain here; null: none are known.',
      },
    }),
  },
});

/** What a first configuration can use here: the wizard of the console begins with it. */
export function firstStepsRoute(deps: FirstStepsDeps): Route {
  return defineRoute({
    name: 'readFirstSteps',
    method: 'GET',
    path: '/api/first-steps',
    summary:
      'What a first test domain can use here: free issuers, eIDs, settings of simulated ones.',
    permission: 'anybody',
    answers: { 200: json('What is at hand.', ANSWER) },
    async handle({ principal }) {
      const { eids, simulatedEids } = deps;
      // They hold the keys of simulated eIDs.
      const mayUseThem = principal.grants.some(({ tenant }) =>
        mayDo(principal, tenant, 'eids.write', { environment: 'test' }),
      );
      const simulated = (name: string) =>
        mayUseThem ? simulatedEids.find(({ eid }) => eid === name)?.settings : undefined;
      return {
        status: 200,
        body: {
          issuers: await freeIssuers(deps),
          eids: eids.map(({ offer: { name, title, restriction, variants, through } }) => ({
            eid: name,
            title,
            acrValues: variants.map((variant) => ({
              acr: variant.acr,
              title: variant.title,
              channels: Object.keys(variant.channels),
            })),
            // An eID of test domains alone simulates its persons itself; one that needs another eID comes later.
            testSettings:
              through === undefined
                ? (simulated(name) ?? (restriction === 'test-domains' ? {} : null))
                : null,
          })),
        },
      };
    },
  });
}

/** On the own machine, where http is allowed. The browser and the service both reach these names. */
async function freeIssuers({ url, servicePort, isIssuerHost }: FirstStepsDeps): Promise<string[]> {
  const { hostname } = new URL(url);
  if (!['localhost', '127.0.0.1'].includes(hostname) || servicePort === 0) return [];
  const free: string[] = [];
  for (const name of ['localhost', '127.0.0.1']) {
    const { origin, host } = new URL(`http://${name}:${servicePort}`);
    if (!(await isIssuerHost(host))) free.push(origin);
  }
  return free;
}
