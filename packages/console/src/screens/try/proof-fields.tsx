import { useId } from 'react';
import { type ClientProof, emptyProof } from './client-proof.ts';

interface ProofFieldsProps {
  readonly proof: ClientProof;
  readonly onChange: (proof: ClientProof) => void;
}

const KINDS: readonly { readonly kind: ClientProof['kind']; readonly label: string }[] = [
  { kind: 'none', label: 'nothing: a public client' },
  { kind: 'secret', label: 'a client secret' },
  { kind: 'key', label: 'a private key' },
];

/** What the application authenticates with. Nothing of it is stored. */
export function ProofFields({ proof, onChange }: ProofFieldsProps) {
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-kind`}>The application authenticates with</label>
        <select
          id={`${id}-kind`}
          value={proof.kind}
          onChange={({ target }) => onChange(emptyProof(target.value as ClientProof['kind']))}
        >
          {KINDS.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {proof.kind === 'secret' && (
        <div className="field">
          <label htmlFor={`${id}-secret`}>Client secret</label>
          <input
            id={`${id}-secret`}
            type="password"
            autoComplete="off"
            value={proof.secret}
            onChange={({ target }) => onChange({ kind: 'secret', secret: target.value })}
          />
          <span className="hint">It is sent with the request and stored nowhere.</span>
        </div>
      )}
      {proof.kind === 'key' && (
        <KeyField
          label="Private key, as a JWK"
          hint="It stays in this tab, which signs an assertion with it."
          jwk={proof.jwk}
          onChange={(jwk) => onChange({ kind: 'key', jwk })}
        />
      )}
    </>
  );
}

interface KeyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly jwk: string;
  readonly onChange: (jwk: string) => void;
}

/** A private key. It is in no draft. */
export function KeyField({ label, hint, jwk, onChange }: KeyFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="mono"
        rows={4}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={jwk}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
    </div>
  );
}
