import { type InferType, number, object, string } from 'yup';

import { cidrBlockOf } from './cidr-block.ts';
import { keysIn } from './encryption-keys.ts';
import { listed } from './listed.ts';

/** The levels of the log, the quietest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The variables of the process; `NAME_FILE` in place of the two secrets names a file that holds it. */
export const environmentSchema = object({
  DATABASE_URL: string()
    .required()
    .test('url', 'must be a URL such as postgres://user@host/database', isPostgresUrl)
    .meta({ doc: 'The PostgreSQL database. Or `DATABASE_URL_FILE`: a file that holds it.' }),
  DATABASE_POOL_SIZE: numberFrom(1, 500)
    .default(10)
    .meta({ doc: 'The most connections this process opens.' }),
  KEY_ENCRYPTION_KEY: string()
    .required()
    .test('keys', 'must be keys of 32 bytes in base64url, each once, parted by commas', (text) => {
      return text === undefined || keysIn(text) !== undefined;
    })
    .meta({
      doc: 'Encrypts what is stored: 32 random bytes in base64url (`openssl rand -base64 32` makes one). Several, parted by commas or line breaks, while keys change: the first encrypts, the others only decrypt. Or `KEY_ENCRYPTION_KEY_FILE`: a file that holds them.',
    }),
  BIND_ADDRESS: string()
    .default('127.0.0.1')
    .matches(/^[0-9A-Za-z.:-]+$/, 'must be an address or a host name')
    .meta({
      doc: 'Where both ports listen. The default is reached from the same machine only, as by a reverse proxy there; `0.0.0.0` is for containers.',
    }),
  PORT: numberFrom(0, 65_535).default(3000).meta({ doc: 'The service.' }),
  HEALTH_PORT: numberFrom(0, 65_535).default(3001).meta({
    doc: "The operator's port, with `/health/alive` and `/health/ready`: not for the public.",
  }),
  TRUSTED_PROXIES: string()
    .default('')
    .test('blocks', 'must be addresses or blocks such as 10.0.0.0/8, parted by commas', (text) => {
      return listed(text).every((block) => cidrBlockOf(block) !== undefined);
    })
    .meta({
      doc: 'Whose `X-Forwarded-*` headers are believed: addresses and CIDR blocks, parted by commas.',
      missing: 'none',
    }),
  LOG_LEVEL: string()
    .oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .meta({ doc: `\`${LOG_LEVELS.join('`, `')}\`.` }),
});

/** The variables, checked, with defaults. */
export type CheckedVariables = InferType<typeof environmentSchema>;

function numberFrom(smallest: number, biggest: number) {
  const message = `must be a whole number from ${smallest} to ${biggest}`;
  return number()
    .transform((_, text: unknown) => {
      if (text === undefined || typeof text === 'number') return text;
      return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    })
    .typeError(message)
    .min(smallest, message)
    .max(biggest, message);
}

function isPostgresUrl(text: string | undefined): boolean {
  if (text === undefined) return true;
  return URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol);
}
