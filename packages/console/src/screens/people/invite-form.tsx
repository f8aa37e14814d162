import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Settings } from '../../api/shapes.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { RoleSelect } from './role-select.tsx';
import { type Role, roleIn } from './roles.ts';

/** Makes a link that admits one person, once, within 15 minutes. */
export function InviteForm({ tenant }: { readonly tenant: string }) {
  const invite = useMutation({
    mutationFn: async (role: Role): Promise<Settings> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/invitations', {
          params: { path: { tenant } },
          body: { role },
        }),
      ),
  });
  const link = invite.data && textIn(invite.data, 'link');
  return (
    <form className="filters" onSubmit={send}>
      <RoleSelect id="invite-role" />
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
    invite.mutate(roleIn(new FormData(event.currentTarget)));
  }
}
