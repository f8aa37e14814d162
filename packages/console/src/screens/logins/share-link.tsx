import { useMutation } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';

interface ShareLinkProps {
  readonly tenant: string;
  readonly code: string;
}

/** Makes a link to this story that needs no login and ends after a day. */
export function ShareLink({ tenant, code }: ShareLinkProps) {
  const share = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/logins/{code}/link', {
          params: { path: { tenant, code } },
        }),
      ),
  });
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={share.isPending}
        onClick={() => share.mutate()}
      >
        Read-only link
      </button>
      {(share.data ?? share.error) && (
        <Dialog title="Read-only link" onClose={share.reset}>
          <ProblemNote error={share.error} />
          {share.data && (
            <>
              <p>
                Whoever has this link reads this story, and nothing else, until{' '}
                <Moment at={share.data.expiresAt} />.
              </p>
              <code>{share.data.url}</code>
              <CopyButton text={share.data.url} label="Copy the link" />
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
