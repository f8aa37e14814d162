import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Approval, approvalsQuery, approve, reject } from '../../api/approvals.ts';
import { useMay } from '../../api/session.ts';
import type { Permission, Plan, Settings } from '../../api/shapes.ts';
import { Facts } from '../../components/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { notify } from '../../components/notify.ts';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';

/** The changes that wait for a second person; nothing where none does. */
export function Approvals({ tenant }: { readonly tenant: string }) {
  const { data = [], error } = useQuery(approvalsQuery(tenant));
  if (error) return <ProblemNote error={error} />;
  if (data.length === 0) return null;
  return (
    <section className="card" aria-labelledby="approvals">
      <h2 id="approvals">Waiting for a second person</h2>
      <div className="stack">
        {data.map((approval) => (
          <Waiting key={approval.id} tenant={tenant} approval={approval} />
        ))}
      </div>
    </section>
  );
}

interface WaitingProps {
  readonly tenant: string;
  readonly approval: Approval;
}

function Waiting({ tenant, approval }: WaitingProps) {
  const { id, summary, requestedBy, requestedAt, expiresAt, plan, input, mayApprove } = approval;
  const queryClient = useQueryClient();
  const may = useMay(tenant);
  const [reason, setReason] = useState('');
  const refresh = (title: string) => {
    notify({ title });
    void queryClient.invalidateQueries();
  };
  const approving = useMutation({
    mutationFn: () => approve(tenant, id, reason),
    onSuccess: () => refresh('Approved and applied'),
  });
  const rejecting = useMutation({
    mutationFn: () => reject(tenant, id, reason),
    onSuccess: () => refresh('Rejected'),
  });
  const isBusy = approving.isPending || rejecting.isPending;
  return (
    <article className="stack" aria-label={summary}>
      <p>
        <strong>{summary}</strong> Requested by {requestedBy.name} at <Moment at={requestedAt} />{' '}
        and open until <Moment at={expiresAt} />.
      </p>
      {approval.reason !== null && <p>Reason: {approval.reason}</p>}
      {plan && <PlanView plan={plan as Plan} />}
      {input && <Facts data={input as Settings} />}
      <ProblemNote error={approving.error ?? rejecting.error} />
      {may(approval.permission as Permission) && (
        <>
          <ReasonField value={reason} onChange={setReason} />
          <div className="row">
            {mayApprove && (
              <button
                type="button"
                className="button primary"
                disabled={isBusy}
                onClick={() => approving.mutate()}
              >
                Approve
              </button>
            )}
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => rejecting.mutate()}
            >
              {mayApprove ? 'Reject' : 'Withdraw or reject'}
            </button>
            {!mayApprove && <span className="hint">Another person must approve it.</span>}
          </div>
        </>
      )}
    </article>
  );
}
