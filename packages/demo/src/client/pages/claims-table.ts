import { type Html, html } from 'eid-broker/adapters/http/login/html';

/** The most important claims. */
const FIRST = ['name', 'given_name', 'family_name', 'ssn', 'country'];

/** The claims of an ID token, those about the person first. */
export function claimsTable(claims: Readonly<Record<string, unknown>>): Html {
  const names = [...new Set([...FIRST.filter((one) => one in claims), ...Object.keys(claims)])];
  const rows = names.map(
    (name) =>
      html`<tr><th scope="row">${name}</th><td data-testid="claim-${name}">${shown(claims[name])}</td></tr>`,
  );
  return html`<table data-testid="claims"><caption>Verified claims</caption><tbody>${rows}</tbody></table>`;
}

/** Evidence fills screens; all of it is in the token below. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 100)}… (${text.length} characters)` : text;
}
