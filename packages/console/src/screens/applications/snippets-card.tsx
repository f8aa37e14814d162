import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DOMAINS, objectsQuery } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { SNIPPETS } from './snippets.ts';

interface SnippetsProps {
  readonly tenant: string;
  readonly application: Settings;
}

/** What a developer pastes, filled in with this application's settings. */
export function Snippets({ tenant, application }: SnippetsProps) {
  const [chosen, setChosen] = useState(SNIPPETS[0]?.name);
  const { data: domains } = useInfiniteQuery(objectsQuery(DOMAINS, tenant));
  const [ownIssuer] = textsIn(application, 'issuers');
  const [firstDomain] = domains?.pages.flatMap(({ items }) => items) ?? [];
  const [redirectUri] = textsIn(application, 'redirectUris');
  const [acr] = textsIn(application, 'acrValues');
  const snippet = SNIPPETS.find(({ name }) => name === chosen);
  const facts = {
    issuer: ownIssuer ?? (firstDomain && textIn(firstDomain, 'issuer')) ?? 'https://login.example',
    clientId: textIn(application, 'clientId'),
    redirectUri: redirectUri ?? 'https://app.example/callback',
    acr: textIn(application, 'defaultAcrValues') || (acr ?? 'urn:grn:authn:se:bankid'),
  };
  return (
    <section className="card" aria-labelledby="snippets">
      <h2 id="snippets">Use it</h2>
      <div className="tabs">
        {SNIPPETS.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {snippet && (
        <div className="stack">
          <p className="hint">{snippet.file}</p>
          <CodeBlock text={snippet.text(facts)} label={snippet.name} />
        </div>
      )}
    </section>
  );
}
