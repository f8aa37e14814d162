import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { locksOut } from '../../api/lock-out.ts';
import type { Plan } from '../../api/shapes.ts';
import { reasonHeader, writtenOf } from '../../api/write.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LockOutChoice } from '../../components/lock-out-choice.tsx';
import { notify, WAITS } from '../../components/notify.ts';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';

interface RollbackProps {
  readonly tenant: string;
  readonly revision: string;
}

/** Brings a revision back: the plan first, then the change. */
export function Rollback({ tenant, revision }: RollbackProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  // What it removes is part of the plan that was shown.
  const [allowLockOut, setAllowLockOut] = useState(false);
  const request = (dryRun: boolean) =>
    api.POST('/api/tenants/{tenant}/revisions/{revision}/rollback', {
      params: { path: { tenant, revision }, query: { allowRemove: true, allowLockOut, dryRun } },
      headers: reasonHeader(reason),
    });
  const plan = useMutation({ mutationFn: async () => (await bodyOf(request(true))) as Plan });
  const apply = useMutation({
    mutationFn: async () => writtenOf(await request(false)),
    onSuccess: (written) => {
      notify(written === 'done' ? { title: `Back at revision ${revision}` } : WAITS);
      setReason('');
      setOpen(false);
      void queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={`Go back to revision ${revision}`}
        onClick={() => {
          setOpen(true);
          plan.mutate();
        }}
      >
        Go back…
      </button>
      {open && (
        <Dialog title={`Back to revision ${revision}`} onClose={() => setOpen(false)}>
          <ProblemNote error={plan.error ?? apply.error} />
          {plan.isPending && <p>Comparing…</p>}
          {plan.data && (
            <>
              <PlanView plan={plan.data} isAnswer />
              <LockOutChoice plan={plan.data} checked={allowLockOut} onChange={setAllowLockOut} />
              <ReasonField value={reason} onChange={setReason} />
              <div>
                <button
                  type="button"
                  className="button primary"
                  disabled={
                    apply.isPending ||
                    plan.data.changes.length === 0 ||
                    (locksOut(plan.data) && !allowLockOut)
                  }
                  onClick={() => apply.mutate()}
                >
                  Apply
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
