import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Settings } from '../../api/shapes.ts';
import { reasonHeader } from '../../api/write.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { RoleSelect } from './role-select.tsx';

/** Makes an API token; its value is shown once. */
export function TokenForm({ tenant }: { readonly tenant: string }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const create = useMutation({
    mutationFn: async (body: Settings): Promise<Settings> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/tokens', {
          params: { path: { tenant } },
          headers: reasonHeader(reason),
          // The form's texts; the API checks them.
          body: body as never,
        }),
      ),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['tokens', tenant] }),
  });
  const value = create.data && textIn(create.data, 'secret');
  return (
    <form className="filters" onSubmit={send}>
      <div className="field">
        <label htmlFor="token-name">Name</label>
        <input id="token-name" name="name" required autoComplete="off" />
      </div>
      <RoleSelect id="token-role" />
      <div className="field">
        <label htmlFor="token-expires">Expires</label>
        <input id="token-expires" name="expires" type="date" required />
      </div>
      <ReasonField value={reason} onChange={setReason} />
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

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({
      name: String(form.get('name')),
      role: String(form.get('role')),
      expiresAt: new Date(String(form.get('expires'))).toISOString(),
    });
  }
}
