/** An acr value that the service offers, with its title. */
export interface AcrChoice {
  readonly acr: string;
  readonly title: string;
}

/** The choices of the start page, by country. */
export interface AcrGroup {
  /** The name of the country; of other acr values, "Other". */
  readonly label: string;
  readonly choices: readonly AcrChoice[];
}

/** All acr values of the service's discovery document for an application. None when the service does not respond. */
export async function acrChoicesOf(
  issuer: string,
  clientId: string,
): Promise<readonly AcrChoice[]> {
  const url = new URL(`${issuer}/.well-known/openid-configuration`);
  url.searchParams.set('client_id', clientId);
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  if (!answer?.ok) return [];
  const document = (await answer.json()) as Discovery;
  const { acr_values_supported: values = [], acr_values_titles: titles = {} } = document;
  return values.map((acr) => ({ acr, title: titles[acr] ?? acr }));
}

interface Discovery {
  readonly acr_values_supported?: readonly string[];
  readonly acr_values_titles?: Readonly<Record<string, string>>;
}

/** The choices in the order of the service, by the country in the acr value. */
export function byCountry(choices: readonly AcrChoice[]): readonly AcrGroup[] {
  const labels = [...new Set(choices.map(labelOf))];
  return labels.map((label) => ({
    label,
    choices: choices.filter((choice) => labelOf(choice) === label),
  }));
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

function labelOf({ acr }: AcrChoice): string {
  const country = /^urn:grn:authn:([a-z]{2}):/.exec(acr)?.[1];
  if (country === undefined) return 'Other';
  return NAMES.of(country === 'uk' ? 'GB' : country.toUpperCase()) ?? country;
}
