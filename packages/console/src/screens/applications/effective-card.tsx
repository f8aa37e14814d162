import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Effective, type EffectiveClaim, effectiveQuery } from '../../api/effective.ts';
import { AsYaml } from '../../components/as-yaml.tsx';
import { Facts } from '../../components/facts.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { TryFields } from '../try/try-fields.tsx';
import { releasedWords } from './released-words.ts';

interface EffectiveProps {
  readonly tenant: string;
  readonly clientId: string;
}

/** What the application gets: claims per eID, endpoints, metadata with every default. */
export function EffectiveCard({ tenant, clientId }: EffectiveProps) {
  const { data, error } = useQuery(effectiveQuery(tenant, clientId));
  return (
    <section className="card" aria-labelledby="gets">
      <div className="row spread">
        <h2 id="gets">What it gets</h2>
        {data && <AsYaml title="What it gets" data={data.settings} />}
      </div>
      <div className="stack">
        <ProblemNote error={error} />
        {data && <Gets effective={data} />}
      </div>
    </section>
  );
}

function Gets({ effective }: { readonly effective: Effective }) {
  const { issuers, metadata, clientAuthentication, settings, defaults } = effective;
  const [chosen, setChosen] = useState({ issuer: '', acr: '' });
  const issuer = issuers.find((one) => one.issuer === chosen.issuer) ?? issuers[0];
  const eid = issuer?.eids.find(({ acr }) => acr === chosen.acr) ?? issuer?.eids[0];
  if (issuer === undefined) return <p className="hint">The tenant has no domain yet.</p>;
  return (
    <>
      <div className="fields">
        <TryFields
          fields={[
            { name: 'issuer', label: 'Issuer', options: issuers.map((one) => one.issuer) },
            { name: 'acr', label: 'acr value', options: issuer.eids.map(({ acr }) => acr) },
          ]}
          values={{ issuer: issuer.issuer, acr: eid?.acr ?? '' }}
          onChange={setChosen}
        />
      </div>
      {eid === undefined ? (
        <p className="hint">No eID serves this domain.</p>
      ) : (
        <>
          <p className="hint">
            {eid.title}, {eid.level === null ? 'without a level' : `level ${eid.level}`},{' '}
            {eid.flows.length === 0
              ? 'by no flow of this application'
              : `by ${eid.flows.join(', ')}`}
            .
          </p>
          <Claims claims={eid.claims} />
        </>
      )}
      <details>
        <summary>Endpoints</summary>
        <Facts data={issuer.endpoints} />
      </details>
      <details>
        <summary>Client metadata</summary>
        <Facts data={{ clientAuthentication, ...metadata }} />
      </details>
      <details>
        <summary>Settings that have their default</summary>
        <Facts data={Object.fromEntries(defaults.map((name) => [name, settings[name]]))} />
      </details>
    </>
  );
}

function Claims({ claims }: { readonly claims: readonly EffectiveClaim[] }) {
  return (
    <dl className="facts">
      {claims.map((claim) => (
        <div key={claim.name} className="claim">
          <dt>
            <code>{claim.name}</code>
          </dt>
          <dd>
            {releasedWords(claim)}, such as{' '}
            <code className="long">{exampleText(claim.example)}</code>
            {claim.description !== null && (
              <p className="hint">{claim.description.replaceAll('`', '')}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function exampleText(example: unknown): string {
  if (example === undefined || example === null) return '–';
  return typeof example === 'string' ? example : JSON.stringify(example);
}
