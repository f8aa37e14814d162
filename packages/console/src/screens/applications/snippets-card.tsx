import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DOMAINS, objectsQuery } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { TRY_PATH } from '../try/try-record.ts';
import { filledIn, START_PAGES } from './snippets.ts';

interface SnippetsProps {
  readonly tenant: string;
  readonly application: Settings;
}

/** What a developer pastes: the pages of docs/start, filled in with this application's settings. */
export function Snippets({ tenant, application }: SnippetsProps) {
  const [chosen, setChosen] = useState(START_PAGES[0]?.page);
  const { data: domains } = useInfiniteQuery(objectsQuery(DOMAINS, tenant));
  const [ownIssuer] = textsIn(application, 'issuers');
  const [firstDomain] = domains?.pages.flatMap(({ items }) => items) ?? [];
  const page = START_PAGES.find((one) => one.page === chosen);
  const redirectUris = textsIn(application, 'redirectUris');
  const origin = originOf(redirectUris);
  const filled =
    page &&
    filledIn(page, {
      issuer:
        ownIssuer ?? (firstDomain && textIn(firstDomain, 'issuer')) ?? 'https://login.example',
      clientId: textIn(application, 'clientId'),
      origin,
    });
  const redirectUri = `${origin}${page?.redirectPath}`;
  return (
    <section className="card" aria-labelledby="snippets">
      <h2 id="snippets">Use it</h2>
      <div className="tabs">
        {START_PAGES.map(({ page: name, title }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {filled && (
        <div className="stack">
          {!redirectUris.includes(redirectUri) && (
            <p className="note warn">
              This page uses <code>{redirectUri}</code>, which is not among the redirect URIs.
            </p>
          )}
          {textIn(application, 'defaultAcrValues') === '' && (
            <p className="note warn">
              This application has no default eID: it must send <code>acr_values</code>.
            </p>
          )}
          {filled.blocks.map(({ language, name, text }) => (
            <div key={name}>
              <p className="hint">
                {language === 'sh' ? 'Command' : 'File'} <code>{name}</code>
              </p>
              <CodeBlock text={text} label={`${filled.title}: ${name}`} />
            </div>
          ))}
          <ul className="hint">
            {filled.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** The origin of the application itself; that of docs/start while it has none. */
function originOf(redirectUris: readonly string[]): string {
  const own = redirectUris.find(
    (uri) => URL.canParse(uri) && uri !== `${location.origin}${TRY_PATH}`,
  );
  const { origin } = new URL(own ?? 'http://localhost:3030');
  // An app's own scheme has no origin.
  return origin === 'null' ? 'http://localhost:3030' : origin;
}
