import { useMutation } from '@tanstack/react-query';
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

interface Invited {
  readonly role: Role;
  readonly reason: string;
}

const NOBODY: Invited = { role: 'developer', reason: '' };

/** Makes a link that admits one person, once, within 15 minutes. */
export function InviteForm({ tenant }: { readonly tenant: string }) {
  const draft = useDraft(`invitation ${tenant}`, NOBODY);
  const { role, reason } = draft.value;
  const invite = useMutation({
    mutationFn: async (invited: Invited): Promise<Settings> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/invitations', {
          params: { path: { tenant } },
          headers: reasonHeader(invited.reason),
          body: { role: invited.role },
        }),
      ),
    onSuccess: draft.drop,
  });
  const link = invite.data && textIn(invite.data, 'link');
  return (
    <form className="filters" onSubmit={send}>
      <RoleSelect value={role} onChange={(next) => draft.set({ role: next, reason })} />
      <ReasonField value={reason} onChange={(next) => draft.set({ role, reason: next })} />
      <button type="submit" className="button" disabled={invite.isPending}>
        Invite
      </button>
      <ProblemNote error={invite.error} />
      {link && (
        <Dialog title="Invitation" onClose={invite.reset}>
          <p>
            Send this link to the person. It works once, for 15 minutes, and admits whoever logs in
            with it.
          </p>
          <code>{link}</code>
          <CopyButton text={link} label="Copy the link" />
        </Dialog>
      )}
    </form>
  );

  function send(event: FormEvent): void {
    event.preventDefault();
    invite.mutate(draft.value);
  }
}
