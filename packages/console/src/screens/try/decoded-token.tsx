import { CLAIM_MEANINGS, readableClaim, tokenParts } from './token-parts.ts';

/** A token's header and claims, each claim explained. Nothing leaves the browser. */
export function DecodedToken({ token }: { readonly token: string }) {
  const decoded = read(token);
  if (typeof decoded === 'string') return <p className="fault">{decoded}</p>;
  return (
    <div className="stack">
      <p className="hint">
        Signed with {String(decoded.header.alg)} by the key{' '}
        <code>{String(decoded.header.kid)}</code>
      </p>
      <dl className="facts">
        {Object.entries(decoded.claims).map(([name, value]) => (
          <div key={name} className="claim">
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code className="long">{readableClaim(name, value)}</code>
              {CLAIM_MEANINGS[name] && <p className="hint">{CLAIM_MEANINGS[name]}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function read(token: string) {
  try {
    return tokenParts(token);
  } catch (error) {
    return (error as Error).message;
  }
}
