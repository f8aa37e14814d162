import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { supportCodeIn } from './login-search.ts';

/** Paste what a person or a developer sent: the code of a page, a `state`, a request id, a trace id. */
export function FindLogin({ tenant }: { readonly tenant: string }) {
  const navigate = useNavigate();
  return (
    <form className="filters" onSubmit={find}>
      <div className="field find">
        <label htmlFor="find">Code, state, request id or trace id</label>
        <input
          id="find"
          name="find"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="K7F2-QX9M"
        />
      </div>
      <button type="submit" className="button primary">
        Find
      </button>
    </form>
  );

  function find(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('find')).trim();
    const code = supportCodeIn(text);
    if (code === undefined) {
      void navigate({ to: '/t/$tenant/logins', params: { tenant }, search: { search: text } });
    } else {
      void navigate({ to: '/t/$tenant/logins/$code', params: { tenant, code } });
    }
  }
}
