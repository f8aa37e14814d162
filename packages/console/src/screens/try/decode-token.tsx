import { useState } from 'react';
import { DecodedToken } from './decoded-token.tsx';

/** Decodes a token that came back to the application itself. */
export function DecodeToken() {
  const [token, setToken] = useState('');
  return (
    <details>
      <summary>A token that the application got</summary>
      <div className="fields">
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
      </div>
    </details>
  );
}
