import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Plan } from '../../api/shapes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';

interface RollbackProps {
  readonly tenant: string;
  readonly revision: string;
}

/** Brings a revision back: the plan first, then the change. */
export function Rollback({ tenant, revision }: RollbackProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const rollback = (dryRun: boolean) => ({
    mutationFn: async (): Promise<Plan> =>
      (await bodyOf(
        api.POST('/api/tenants/{tenant}/revisions/{revision}/rollback', {
          params: {
            path: { tenant, revision },
            // The plan was shown, with what it removes.
            query: { allowRemove: true, ...(dryRun && { dryRun: true }) },
          },
        }),
      )) as Plan,
  });
  const plan = useMutation(rollback(true));
  const apply = useMutation({
    ...rollback(false),
    onSuccess: () => {
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
              <PlanView plan={plan.data} />
              <div>
                <button
                  type="button"
                  className="button primary"
                  disabled={apply.isPending || plan.data.changes.length === 0}
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
