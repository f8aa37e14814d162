import { meaningOf, readableClaim, tokenParts } from './token-parts.ts';

interface DecodedTokenProps {
  readonly token: string;
  /** What the claims of an eID mean, by their names. */
  readonly meanings?: Readonly<Record<string, string>>;
}

/** A token's header and claims, each claim explained. Nothing leaves the browser. */
export function DecodedToken({ token, meanings = {} }: DecodedTokenProps) {
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
              <Meaning words={meaningOf(name, meanings)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Meaning({ words }: { readonly words: string | undefined }) {
  return words === undefined ? null : <p className="hint">{words}</p>;
}

function read(token: string) {
  try {
    return tokenParts(token);
  } catch (error) {
    return (error as Error).message;
  }
}
