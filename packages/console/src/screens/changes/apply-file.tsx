import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parse } from 'yaml';
import { api, bodyOf, versionedBodyOf } from '../../api/client.ts';
import { locksOut } from '../../api/lock-out.ts';
import type { Plan } from '../../api/shapes.ts';
import { ifMatch, reasonHeader, writtenOf } from '../../api/write.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LockOutChoice } from '../../components/lock-out-choice.tsx';
import { notify, WAITS } from '../../components/notify.ts';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import type { paths } from '../../generated/api-schema.d.ts';

type Configuration = NonNullable<
  paths['/api/tenants/{tenant}/plan']['post']['requestBody']
>['content']['application/json'];

const PATH = '/api/tenants/{tenant}/configuration';

/** Applies a tenant's whole configuration as YAML: the plan first. */
export function ApplyFile({ tenant }: { readonly tenant: string }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [etag, setEtag] = useState<string>();
  const [reason, setReason] = useState('');
  const [allowLockOut, setAllowLockOut] = useState(false);
  const text = useDraft(`configuration ${tenant}`, '');
  const load = useMutation({
    mutationFn: async () => {
      const { stringify } = await import('yaml');
      const stored = await versionedBodyOf(api.GET(PATH, { params: { path: { tenant } } }));
      setEtag(stored.etag);
      text.set(stringify(stored.value, { lineWidth: 0 }));
    },
  });
  const path = { tenant };
  const plan = useMutation({
    mutationFn: async (): Promise<Plan> =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/plan', {
          params: { path },
          body: configurationIn(text.value),
        }),
      ),
  });
  const apply = useMutation({
    mutationFn: async () => {
      // The plan was shown, with what it removes; the tag is that of the version that was loaded.
      const query = { allowRemove: true, allowLockOut };
      const params = { path, query, header: ifMatch(etag) };
      const body = configurationIn(text.value);
      return writtenOf(await api.PUT(PATH, { params, headers: reasonHeader(reason), body }));
    },
    onSuccess: (written) => {
      notify(written === 'done' ? { title: 'Applied' } : WAITS);
      setReason('');
      setOpen(false);
      text.drop();
      void queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Edit as YAML
      </button>
      {open && (
        <Dialog title="The whole tenant as YAML" onClose={() => setOpen(false)}>
          <div className="field">
            <label htmlFor="yaml">Configuration</label>
            <textarea
              id="yaml"
              className="mono"
              rows={16}
              spellCheck={false}
              value={text.value}
              onChange={({ target }) => {
                text.set(target.value);
                plan.reset();
              }}
            />
          </div>
          <ProblemNote error={load.error ?? apply.error ?? plan.error} />
          {plan.data && <PlanView plan={plan.data} isAnswer />}
          <LockOutChoice plan={plan.data} checked={allowLockOut} onChange={setAllowLockOut} />
          {plan.data && <ReasonField value={reason} onChange={setReason} />}
          <div className="row">
            <button type="button" className="button" onClick={() => load.mutate()}>
              Load what is stored
            </button>
            <button
              type="button"
              className="button"
              disabled={text.value.trim() === '' || plan.isPending}
              onClick={() => plan.mutate()}
            >
              Plan
            </button>
            {plan.data && plan.data.changes.length > 0 && (
              <button
                type="button"
                className="button primary"
                disabled={apply.isPending || (locksOut(plan.data) && !allowLockOut)}
                onClick={() => apply.mutate()}
              >
                Apply
              </button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What the person typed. The service checks it: here it may be anything that YAML can say. */
function configurationIn(text: string): Configuration {
  return parse(text) as Configuration;
}
