import { Moment } from '../../components/moment.tsx';
import type { paths } from '../../generated/api-schema.d.ts';

type Certificate =
  paths['/api/tenants/{tenant}/eids/{eid}/certificate']['post']['responses'][200]['content']['application/json'];

/** What is in a certificate that was chosen, and what speaks against it. */
export function Inspected({ certificate }: { readonly certificate: Certificate }) {
  const { subject, issuer, chain, keyMatches, environment, notBefore, notAfter, daysLeft } =
    certificate;
  const { problems } = certificate;
  return (
    <div className="stack" role="status">
      <dl className="facts">
        <dt>Subject</dt>
        <dd>{subject ?? '–'}</dd>
        <dt>Issuer</dt>
        <dd>{issuer ?? '–'}</dd>
        <dt>Chain</dt>
        <dd>
          {chain.length === 0 ? 'none in the file' : chain.map((one) => one.subject).join(' ← ')}
        </dd>
        <dt>Key</dt>
        <dd>
          <Mark ok={keyMatches} words={['belongs to it', 'belongs to another', 'not checked']} />
        </dd>
        <dt>Environment</dt>
        <dd>{environment ?? 'not known'}</dd>
        <dt>Valid</dt>
        <dd>
          {notBefore !== null && <Moment at={notBefore} show="day" />} –{' '}
          {notAfter !== null && <Moment at={notAfter} show="day" />}
          {daysLeft !== null && `, ${daysLeft} days left`}
        </dd>
      </dl>
      {problems.length === 0 ? (
        <p className="note good">Nothing speaks against it. Probe it, then switch.</p>
      ) : (
        <div className="note bad">
          <strong>It cannot be switched to.</strong>
          <ul>
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface MarkProps {
  readonly ok: boolean | null;
  /** When it holds, when it does not, and when that is not known. */
  readonly words: readonly [string, string, string];
}

function Mark({ ok, words: [holds, fails, unknown] }: MarkProps) {
  if (ok === null) return unknown;
  return <span className={`badge ${ok ? 'good' : 'bad'}`}>{ok ? holds : fails}</span>;
}
