import { useMutation } from '@tanstack/react-query';
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
import { type Role, roleIn } from './roles.ts';

interface Invited {
  readonly role: Role;
  readonly reason: string;
}

/** Makes a link that admits one person, once, within 15 minutes. */
export function InviteForm({ tenant }: { readonly tenant: string }) {
  const [reason, setReason] = useState('');
  const invite = useMutation({
    mutationFn: async ({ role, reason }: Invited): Promise<Settings> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/invitations', {
          params: { path: { tenant } },
          headers: reasonHeader(reason),
          body: { role },
        }),
      ),
  });
  const link = invite.data && textIn(invite.data, 'link');
  return (
    <form className="filters" onSubmit={send}>
      <RoleSelect id="invite-role" />
      <ReasonField value={reason} onChange={setReason} />
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

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    invite.mutate({ role: roleIn(new FormData(event.currentTarget)), reason });
  }
}
