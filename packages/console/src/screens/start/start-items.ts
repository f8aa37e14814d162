import type { Settings } from '../../api/shapes.ts';

/** What is stored, as far as the lists need it. */
export interface StartFacts {
  readonly domains: readonly Settings[];
  readonly eids: readonly Settings[];
  readonly applications: readonly Settings[];
  readonly webhooks: readonly Settings[];
  /** Completed logins. */
  readonly logins: number;
  readonly expiry: readonly Settings[];
  readonly branding: Settings;
  /** Undefined: the caller may not list them. */
  readonly administrators: readonly Settings[] | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** One item of a list, and the screen where it is done. */
export interface CheckItem {
  readonly title: string;
  readonly words: string;
  readonly done: boolean;
  readonly to:
    | '/t/$tenant/domains'
    | '/t/$tenant/eids'
    | '/t/$tenant/applications'
    | '/t/$tenant/applications/new'
    | '/t/$tenant/logins'
    | '/t/$tenant/webhooks'
    | '/t/$tenant/expiry'
    | '/t/$tenant/branding'
    | '/t/$tenant/people';
}

/** The way from nothing to a decoded token. */
export function firstSteps(facts: StartFacts): readonly CheckItem[] {
  const { domains, eids, applications, logins } = facts;
  return [
    {
      title: 'A test domain',
      words: 'The issuer that applications trust, such as http://localhost:3000.',
      done: domains.length > 0,
      to: '/t/$tenant/domains',
    },
    {
      title: 'An eID',
      words: 'A simulated one needs no certificate and no phone.',
      done: eids.length > 0,
      to: '/t/$tenant/eids',
    },
    {
      title: 'An application',
      words: 'Its name, flow and redirect URI are enough.',
      done: applications.length > 0,
      to: '/t/$tenant/applications/new',
    },
    {
      title: 'A login',
      words: 'It comes back to the console, which decodes and verifies the token.',
      done: logins > 0,
      to: '/t/$tenant/logins',
    },
  ];
}

const HELP = ['helpUrl', 'supportPhone'];

function hasAny(settings: Settings, names: readonly string[]): boolean {
  return names.some((name) => settings[name] !== undefined);
}

const MONTH_MS = 30 * 86_400_000;

/** What a tenant needs before real people log in. */
export function productionItems(facts: StartFacts): readonly CheckItem[] {
  const { domains, eids, applications, webhooks, expiry, branding, administrators, now } = facts;
  const isProduction = ({ environment }: Settings) => environment === 'production';
  const soon = expiry.filter(({ expiresAt }) => Date.parse(String(expiresAt)) < now + MONTH_MS);
  const browser = ['authorization-code', 'pkce', 'implicit'];
  const undecided = applications.filter(
    ({ flows, defaultAcrValues }) =>
      Array.isArray(flows) &&
      flows.some((flow) => browser.includes(String(flow))) &&
      defaultAcrValues === undefined,
  );
  return [
    {
      title: 'A production domain',
      words: 'An https address of your own, with keys of its own.',
      done: domains.some(isProduction),
      to: '/t/$tenant/domains',
    },
    {
      title: 'A production certificate',
      words: 'Ordered from the eID or your bank; drop it on the screen of the eID and probe it.',
      done: eids.some(isProduction),
      to: '/t/$tenant/eids',
    },
    {
      title: 'A default eID for each application',
      words:
        undecided.length === 0
          ? 'Every browser application has one.'
          : `Without one: ${undecided.map(({ clientId }) => String(clientId)).join(', ')}.`,
      done: applications.length > 0 && undecided.length === 0,
      to: '/t/$tenant/applications',
    },
    {
      title: 'Nothing expires within a month',
      words: soon.length === 0 ? 'Nothing does.' : `${soon.length} things do.`,
      done: soon.length === 0,
      to: '/t/$tenant/expiry',
    },
    {
      title: 'A webhook for alarms and events',
      words: 'So that your own monitoring hears of them.',
      done: webhooks.length > 0,
      to: '/t/$tenant/webhooks',
    },
    {
      title: 'Pages that belong to you',
      words: 'A logo, colour or name, and where a person finds help.',
      done: hasAny(branding, ['logo', 'color', 'displayName']) && hasAny(branding, HELP),
      to: '/t/$tenant/branding',
    },
    ...(administrators === undefined
      ? []
      : [
          {
            title: 'A second administrator',
            words: 'Somebody who can act when the first one cannot.',
            done: administrators.length > 1,
            to: '/t/$tenant/people',
          } as const,
        ]),
  ];
}
