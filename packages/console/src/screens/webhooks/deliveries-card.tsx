import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import type { Settings } from '../../api/shapes.ts';
import { Facts } from '../../components/facts.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';

interface DeliveriesProps {
  readonly tenant: string;
  readonly id: string;
}

/** What was delivered, what waits, and a replay from a moment on. */
export function Deliveries({ tenant, id }: DeliveriesProps) {
  const path = { tenant, id };
  const may = useMay(tenant);
  const deliveries = useQuery({
    queryKey: ['deliveries', tenant, id],
    queryFn: async (): Promise<Settings> =>
      bodyOf(api.GET('/api/tenants/{tenant}/webhooks/{id}/deliveries', { params: { path } })),
  });
  const replay = useMutation({
    mutationFn: (from: number) =>
      api.POST('/api/tenants/{tenant}/webhooks/{id}/replay', {
        params: { path },
        body: { from },
      }),
    onSuccess: () => void deliveries.refetch(),
  });
  return (
    <section className="card" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="stack">
        <ProblemNote error={deliveries.error ?? replay.error} />
        {deliveries.data && <Facts data={deliveries.data} />}
        {may('webhooks.replay') && (
          <form className="filters" onSubmit={send}>
            <div className="field">
              <label htmlFor="from">Send again from position</label>
              <input id="from" name="from" type="number" min={1} required />
            </div>
            <button type="submit" className="button" disabled={replay.isPending}>
              Replay
            </button>
          </form>
        )}
      </div>
    </section>
  );

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    replay.mutate(Number(new FormData(event.currentTarget).get('from')));
  }
}
