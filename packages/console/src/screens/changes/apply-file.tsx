import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parse } from 'yaml';
import { api, bodyOf, versionedBodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/objects.ts';
import type { Plan } from '../../api/shapes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { useDraft } from '../../forms/use-draft.ts';

const PATH = '/api/tenants/{tenant}/configuration';

/** Applies a tenant's whole configuration as YAML: the plan first. */
export function ApplyFile({ tenant }: { readonly tenant: string }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [etag, setEtag] = useState<string>();
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
      (await bodyOf(
        api.POST('/api/tenants/{tenant}/plan', {
          params: { path },
          body: parse(text.value) as never,
        }),
      )) as Plan,
  });
  const apply = useMutation({
    mutationFn: async (): Promise<void> => {
      // The plan was shown, with what it removes; the tag is that of the version that was loaded.
      const query = { allowRemove: true };
      const header = ifMatch(etag) as { 'If-Match': string };
      await api.PUT(PATH, { params: { path, query, header }, body: parse(text.value) as never });
    },
    onSuccess: () => {
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
          {plan.data && <PlanView plan={plan.data} />}
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
                disabled={apply.isPending}
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
