import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Versioned } from '../../api/client.ts';
import { type ObjectPlace, planObject, saveObject } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { notify, WAITS } from '../../components/notify.ts';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { CertificateFiles, type ChosenCertificate } from './certificate-files.tsx';
import { clientCertificateIn, withClientCertificate } from './certificate-settings.ts';
import { Inspected } from './inspected-certificate.tsx';
import { Checks } from './probe-checks.tsx';

const PATH = '/api/tenants/{tenant}/eids/{eid}/certificate';
const NONE: ChosenCertificate = { files: [], passphrase: '' };
const SWITCHED = {
  title: 'Switched to the new certificate',
  words: 'Orders that are under way go on with the old one.',
} as const;

interface CertificateCardProps {
  readonly place: ObjectPlace;
  readonly stored: Versioned<Settings>;
}

/**
 * A new certificate and key from files: what is in them, whether the eID accepts them, then the switch. Nothing is stored
 * before that, and the files stay in the page while the person logs in again.
 */
export function CertificateCard({ place, stored }: CertificateCardProps) {
  const { tenant, key } = place;
  const path = { tenant, eid: key };
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenCertificate>(NONE);
  const [reason, setReason] = useState('');
  const edited = async () =>
    withClientCertificate(stored.value, await clientCertificateIn(chosen.files, chosen.passphrase));
  const inspection = useMutation({
    mutationFn: async ({ files, passphrase }: ChosenCertificate) => {
      const body = await clientCertificateIn(files, passphrase);
      return bodyOf(api.POST(PATH, { params: { path }, body }));
    },
  });
  const probe = useMutation({
    mutationFn: async () => {
      const { settings } = await edited();
      // The description says of an eID's settings only that they are an object.
      const body = { settings: settings as Record<string, never> };
      return bodyOf(api.POST('/api/tenants/{tenant}/eids/{eid}/probe', { params: { path }, body }));
    },
  });
  const plan = useMutation({
    mutationFn: async () => planObject(place, await edited(), { etag: stored.etag }),
  });
  const save = useMutation({
    mutationFn: async () => saveObject(place, await edited(), { etag: stored.etag, reason }),
    onSuccess: (written) => {
      notify(written === 'done' ? SWITCHED : WAITS);
      choose(NONE);
      setReason('');
      void queryClient.invalidateQueries({ queryKey: [place.kind.all, tenant] });
      void queryClient.invalidateQueries({ queryKey: ['expiry', tenant] });
    },
  });
  const isFit = inspection.data?.problems.length === 0;
  const isBusy = inspection.isPending || probe.isPending || save.isPending || plan.isPending;
  return (
    <section className="card" aria-labelledby="certificate">
      <h2 id="certificate">New certificate</h2>
      <div className="stack">
        <CertificateFiles chosen={chosen} onChange={choose} />
        <ProblemNote error={inspection.error ?? probe.error ?? plan.error ?? save.error} />
        {inspection.data && <Inspected certificate={inspection.data} />}
        {probe.data && <Checks items={probe.data.items} />}
        {plan.data && <PlanView plan={plan.data} isAnswer />}
        {plan.data && <ReasonField value={reason} onChange={setReason} />}
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={chosen.files.length === 0 || isBusy}
            onClick={() => inspection.mutate(chosen)}
          >
            Check
          </button>
          {isFit && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => probe.mutate()}
            >
              {probe.isPending ? 'Probing…' : 'Probe with it'}
            </button>
          )}
          {isFit && !plan.data && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => plan.mutate()}
            >
              Plan the switch
            </button>
          )}
          {isFit && plan.data && (
            <button
              type="button"
              className="button primary"
              disabled={isBusy}
              onClick={() => save.mutate()}
            >
              Switch to it
            </button>
          )}
        </div>
      </div>
    </section>
  );

  /** New files are checked at once; a passphrase that is typed afterwards, with the button. */
  function choose(next: ChosenCertificate): void {
    setChosen(next);
    for (const one of [inspection, probe, plan, save]) one.reset();
    if (next.files.length > 0 && next.files !== chosen.files) inspection.mutate(next);
  }
}
