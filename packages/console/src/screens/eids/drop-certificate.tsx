import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import type { Versioned } from '../../api/client.ts';
import { type ObjectPlace, planObject, saveObject } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { PlanView } from '../../components/plan-view.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { clientCertificateIn, withClientCertificate } from './certificate-settings.ts';

interface DropCertificateProps {
  readonly place: ObjectPlace;
  readonly stored: Versioned<Settings>;
}

/** Takes a new certificate and key from files. The service checks chain, key and expiry before anything changes. */
export function DropCertificate({ place, stored }: DropCertificateProps) {
  const queryClient = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [passphrase, setPassphrase] = useState('');
  const edited = async () =>
    withClientCertificate(stored.value, await clientCertificateIn(files, passphrase));
  const plan = useMutation({
    mutationFn: async () => planObject(place, await edited(), stored.etag),
  });
  const save = useMutation({
    mutationFn: async () => saveObject(place, await edited(), stored.etag),
    onSuccess: () => {
      setFiles([]);
      setPassphrase('');
      plan.reset();
      void queryClient.invalidateQueries({ queryKey: [place.kind.all, place.tenant] });
    },
  });
  return (
    <section className="card" aria-labelledby="certificate">
      <h2 id="certificate">New certificate</h2>
      <div className="stack">
        <div className="field">
          <label htmlFor="files">A .p12 file, or PEM files of certificate and key</label>
          <input
            id="files"
            type="file"
            multiple
            accept=".p12,.pfx,.pem,.crt,.cer,.key"
            onChange={choose}
          />
          <span className="hint">Drop them here. They go to the service alone.</span>
        </div>
        <div className="field">
          <label htmlFor="passphrase">Passphrase, if the file has one</label>
          <input
            id="passphrase"
            type="password"
            autoComplete="off"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
        </div>
        <ProblemNote error={save.error ?? plan.error} />
        {plan.data && <PlanView plan={plan.data} />}
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={files.length === 0 || plan.isPending}
            onClick={() => plan.mutate()}
          >
            Check
          </button>
          {plan.data && (
            <button
              type="button"
              className="button primary"
              disabled={save.isPending}
              onClick={() => save.mutate()}
            >
              Switch to it
            </button>
          )}
          <span role="status" className="hint">
            {save.isSuccess && 'Switched. Probe it now.'}
          </span>
        </div>
      </div>
    </section>
  );

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    setFiles([...(target.files ?? [])]);
    plan.reset();
    save.reset();
  }
}
