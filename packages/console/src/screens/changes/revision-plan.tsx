import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { Plan, Settings } from '../../api/shapes.ts';
import { DialogButton } from '../../components/dialog-button.tsx';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { revisionChanges } from './revision-changes.ts';

interface RevisionPlanProps {
  readonly tenant: string;
  readonly revision: string;
  /** The kept revision before it; undefined: this is the first one. */
  readonly before: string | undefined;
}

/** What a revision changed: it is compared with the one before. */
export function RevisionPlan(props: RevisionPlanProps) {
  const { revision } = props;
  return (
    <DialogButton
      label="Show"
      title={`Revision ${revision}`}
      name={`What revision ${revision} changed`}
    >
      <Compared {...props} />
    </DialogButton>
  );
}

function Compared({ tenant, revision, before }: RevisionPlanProps) {
  const { data, error } = useQuery({
    queryKey: ['revision', tenant, revision, before],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Plan> => {
      const [old, now] = await Promise.all([
        before === undefined ? {} : readRevision(tenant, before),
        readRevision(tenant, revision),
      ]);
      return revisionChanges(old, now);
    },
  });
  return (
    <>
      <ProblemNote error={error} />
      {!data && !error && <p>Comparing…</p>}
      {data && <PlanView plan={data} isDone />}
    </>
  );
}

/** The tenant as it was in a revision. */
async function readRevision(tenant: string, revision: string): Promise<Settings> {
  return bodyOf(
    api.GET('/api/tenants/{tenant}/revisions/{revision}', {
      params: { path: { tenant, revision } },
    }),
  );
}
