import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Settings } from '../../api/shapes.ts';
import { reasonHeader } from '../../api/write.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { textIn } from '../../objects/settings-values.ts';
import { RoleSelect } from './role-select.tsx';
import type { Role } from './roles.ts';

interface NewToken {
  readonly name: string;
  readonly role: Role;
  /** A day: `2026-12-31`. */
  readonly expires: string;
  readonly reason: string;
}

const NOTHING: NewToken = { name: '', role: 'developer', expires: '', reason: '' };

/** Makes an API token; its value is shown once. */
export function TokenForm({ tenant }: { readonly tenant: string }) {
  const queryClient = useQueryClient();
  const draft = useDraft(`new token ${tenant}`, NOTHING);
  const change = (changed: Partial<NewToken>) => draft.set({ ...draft.value, ...changed });
  const create = useMutation({
    mutationFn: async ({ name, role, expires, reason }: NewToken): Promise<Settings> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/tokens', {
          params: { path: { tenant } },
          headers: reasonHeader(reason),
          body: { name, role, expiresAt: new Date(expires).toISOString() },
        }),
      ),
    onSuccess: () => {
      draft.drop();
      void queryClient.invalidateQueries({ queryKey: ['tokens', tenant] });
    },
  });
  const { name, role, expires, reason } = draft.value;
  const value = create.data && textIn(create.data, 'secret');
  return (
    <form className="filters" onSubmit={send}>
      <div className="field">
        <label htmlFor="token-name">Name</label>
        <input
          id="token-name"
          required
          autoComplete="off"
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </div>
      <RoleSelect value={role} onChange={(next) => change({ role: next })} />
      <div className="field">
        <label htmlFor="token-expires">Expires</label>
        <input
          id="token-expires"
          type="date"
          required
          value={expires}
          onChange={({ target }) => change({ expires: target.value })}
        />
      </div>
      <ReasonField value={reason} onChange={(next) => change({ reason: next })} />
      <button type="submit" className="button" disabled={create.isPending}>
        Create a token
      </button>
      <ProblemNote error={create.error} />
      {value && (
        <Dialog title="The new token" onClose={create.reset}>
          <p>It is shown this once: only a hash of it is stored.</p>
          <code>{value}</code>
          <CopyButton text={value} label="Copy the token" />
        </Dialog>
      )}
    </form>
  );

  function send(event: FormEvent): void {
    event.preventDefault();
    create.mutate(draft.value);
  }
}
