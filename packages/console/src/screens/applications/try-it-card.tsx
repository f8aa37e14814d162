import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DOMAINS, objectsQuery } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FieldInput } from '../../forms/field-input.tsx';
import type { FieldKind } from '../../forms/form-fields.ts';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { keepTry, TRY_PATH } from '../try/try-record.ts';
import { DecodedToken } from './decoded-token.tsx';
import { authorizeUrl, newTryKeys, type TryRequest } from './try-it.ts';

interface TryItProps {
  readonly tenant: string;
  readonly application: Settings;
}

/** Builds the URL of a login, and explains the token that came of it. */
export function TryIt({ tenant, application }: TryItProps) {
  const [open, setOpen] = useState(false);
  const { data } = useInfiniteQuery(objectsQuery(DOMAINS, tenant));
  const issuers = data?.pages.flatMap(({ items }) => items.map((one) => textIn(one, 'issuer')));
  const own = textsIn(application, 'issuers');
  const offered = own.length > 0 ? own : (issuers ?? []);
  const [issuer] = offered;
  return (
    <section className="card" aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <p className="hint">Begin a login of this application, then paste what came back.</p>
      <p>
        <button
          type="button"
          className="button"
          disabled={issuer === undefined}
          onClick={() => setOpen(true)}
        >
          Build a login
        </button>
      </p>
      {open && issuer !== undefined && (
        <Dialog title="Try it" onClose={() => setOpen(false)}>
          <TryForm tenant={tenant} application={application} issuers={offered} issuer={issuer} />
        </Dialog>
      )}
    </section>
  );
}

interface TryFormProps {
  readonly tenant: string;
  readonly application: Settings;
  readonly issuers: readonly string[];
  readonly issuer: string;
}

function TryForm({ tenant, application, issuers, issuer }: TryFormProps) {
  const redirectUris = textsIn(application, 'redirectUris');
  const here = `${location.origin}${TRY_PATH}`;
  const isImplicit = textsIn(application, 'flows').every((flow) => flow === 'implicit');
  const [request, setRequest] = useState<TryRequest>({
    issuer,
    clientId: textIn(application, 'clientId'),
    redirectUri: redirectUris.includes(here) ? here : (redirectUris[0] ?? ''),
    responseType: isImplicit ? 'id_token' : 'code',
    scope: 'openid',
    acr: textIn(application, 'defaultAcrValues') || (textsIn(application, 'acrValues')[0] ?? ''),
    loginHint: '',
    prompt: '',
  });
  const [built, setBuilt] = useState<{ readonly url: string; readonly verifier: string }>();
  const [token, setToken] = useState('');
  return (
    <>
      {fieldsFor(issuers, textsIn(application, 'redirectUris')).map(({ name, options }) => (
        <FieldInput
          key={name}
          field={{
            name,
            label: LABELS[name],
            kind: (options.length > 0 ? 'choice' : 'text') satisfies FieldKind,
            hint: '',
            required: false,
            options,
          }}
          value={request[name]}
          faults={[]}
          onChange={(value) => {
            setRequest({ ...request, [name]: value });
            setBuilt(undefined);
          }}
        />
      ))}
      <div>
        <button type="button" className="button primary" onClick={() => void build()}>
          Build the URL
        </button>
      </div>
      {built && (
        <>
          <CodeBlock text={built.url} label="URL" />
          <p>
            <a className="button primary" href={built.url}>
              Log in
            </a>
          </p>
          <p className="hint">
            {request.redirectUri === here
              ? 'The answer comes back to this console, which exchanges and verifies it.'
              : `The answer goes to the application. To see it here, add ${here} to the redirect URIs.`}{' '}
            The code verifier is <code>{built.verifier}</code>.
          </p>
        </>
      )}
      <div className="field">
        <label htmlFor="token">An ID token to decode</label>
        <textarea
          id="token"
          className="mono"
          rows={4}
          value={token}
          spellCheck={false}
          onChange={({ target }) => setToken(target.value)}
        />
        <span className="hint">It is decoded in this tab and sent nowhere.</span>
      </div>
      {token.trim() !== '' && <DecodedToken token={token} />}
    </>
  );

  async function build(): Promise<void> {
    const keys = await newTryKeys(crypto);
    keepTry(keys.state, {
      tenant,
      clientId: request.clientId,
      issuer: request.issuer,
      redirectUri: request.redirectUri,
      nonce: keys.nonce,
      verifier: keys.verifier,
    });
    setBuilt({ url: authorizeUrl(request, keys), verifier: keys.verifier });
  }
}

type TryField = Exclude<keyof TryRequest, 'clientId'>;

const LABELS: Readonly<Record<TryField, string>> = {
  issuer: 'Issuer',
  redirectUri: 'Redirect URI',
  responseType: 'Response type',
  scope: 'Scope',
  acr: 'acr value',
  loginHint: 'Login hint',
  prompt: 'Prompt',
};

function fieldsFor(issuers: readonly string[], redirectUris: readonly string[]) {
  const fields: readonly { readonly name: TryField; readonly options: readonly string[] }[] = [
    { name: 'issuer', options: issuers },
    { name: 'redirectUri', options: redirectUris },
    { name: 'responseType', options: ['code', 'id_token', 'code id_token'] },
    { name: 'scope', options: [] },
    { name: 'acr', options: [] },
    { name: 'loginHint', options: [] },
    { name: 'prompt', options: ['login', 'none'] },
  ];
  return fields;
}
