import {
  RestError,
  type RestProfile,
  type RestReply,
  type RestRoom,
} from '../../src/rest/rest-profile.ts';
import { Refusal } from '../../src/shared/refusal.ts';

/** A made-up eID with sessions, long polls and links. */
export const example: RestProfile<'start' | 'session'> = {
  name: 'example',
  title: 'Example-ID',
  countries: ['EE', 'LT'],
  clientCertificate: false,
  endpoints: ['start', 'session'],
  refuse: (reason) => ({ status: reason === 'no-certificate' ? 403 : 404, body: { reason } }),
  serviceSettings: () => ({ favouriteColour: 'blue' }),
  open: ({ appUrl, persons, start, find, decided }: RestRoom) => ({
    endpoints: {
      start: {
        method: 'POST',
        path: '/start/:number',
        answer({ parameters, body, relyingParty = 'Shop' }) {
          const person = persons.find((each) => each.nationalNumber === parameters.number);
          if (person === undefined) throw new RestError({ status: 404, body: { error: 'nobody' } });
          const { text } = JSON.parse(body) as { readonly text: string };
          const id = start({ application: relyingParty, level: 'high', person, text });
          return { status: 200, body: { id, link: `${appUrl}?id=${id}` } };
        },
      },
      session: {
        method: 'GET',
        path: '/session/:id',
        async answer({ parameters, query, signal }): Promise<RestReply> {
          const patience = Number(query.get('timeoutMs') ?? 0);
          const login = await decided(String(parameters.id), patience, signal);
          if (login === undefined) throw new RestError({ status: 404, body: undefined });
          return { status: 200, body: { state: login.decision?.kind ?? 'running' } };
        },
      },
    },
    openLink(link) {
      const login = find(String(link.searchParams.get('id')));
      if (login === undefined) throw new Refusal('unknown_login', 'The link is unknown');
      return {
        loginId: login.id,
        returnUrl: ({ decision }) => `https://shop.example/back?${decision?.kind}`,
      };
    },
  }),
};

/** The same behind client certificates. */
export const guarded: RestProfile = { ...example, name: 'guarded', clientCertificate: true };
