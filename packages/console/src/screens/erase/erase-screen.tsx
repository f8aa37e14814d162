import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiProblem, faultsAt } from '../../api/api-problem.ts';
import { api, bodyOf } from '../../api/client.ts';
import { reasonHeader } from '../../api/write.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ReasonField } from '../../components/reason-field.tsx';

const route = getRouteApi('/t/$tenant/erase');
/** What the person types to confirm. */
const WORD = 'erase';

/** Deletes what is stored of one person. The number is in no address, no draft and no audit. */
export function EraseScreen() {
  const { tenant } = route.useParams();
  const [personalNumber, setPersonalNumber] = useState('');
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const erasure = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/tenants/{tenant}/persons/erase', {
          params: { path: { tenant } },
          headers: reasonHeader(reason),
          body: { personalNumber },
        }),
      ),
    // A refusal is shown beside the number; after a success the number is gone.
    onSettled: () => setIsAsked(false),
    onSuccess: () => {
      setPersonalNumber('');
      setReason('');
    },
  });
  const faults =
    erasure.error instanceof ApiProblem ? faultsAt(erasure.error.faults, 'personalNumber') : [];
  return (
    <Page
      title="Erase a person"
      lead="Deletes the logins, signatures, codes, tokens and sessions of one person in this tenant. Events stay: they name no person."
      data={erasure.data && { erased: erasure.data }}
    >
      <div className="stack">
        <form className="card fields" onSubmit={ask} autoComplete="off">
          <div className="field">
            <label htmlFor="number">Personal number, of any eID’s country</label>
            <input
              id="number"
              required
              maxLength={40}
              spellCheck={false}
              autoComplete="off"
              value={personalNumber}
              aria-invalid={faults.length > 0}
              aria-describedby={faults.length > 0 ? 'number-fault' : undefined}
              onChange={({ target }) => {
                setPersonalNumber(target.value);
                erasure.reset();
              }}
            />
            {faults.length > 0 && (
              <span className="fault" id="number-fault">
                {faults.map(({ message }) => message).join('; ')}
              </span>
            )}
          </div>
          <ReasonField value={reason} onChange={setReason} />
          {faults.length === 0 && <ProblemNote error={erasure.error} />}
          <div>
            <button type="submit" className="button danger">
              Erase…
            </button>
          </div>
        </form>
        {erasure.data && (
          <section className="card" aria-labelledby="erased" role="status">
            <h2 id="erased">Erased</h2>
            <Facts data={erasure.data} />
          </section>
        )}
      </div>
      {isAsked && (
        <ConfirmErasure
          isBusy={erasure.isPending}
          onConfirm={() => erasure.mutate()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Page>
  );

  function ask(event: FormEvent): void {
    event.preventDefault();
    erasure.reset();
    setIsAsked(true);
  }
}

interface ConfirmErasureProps {
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function ConfirmErasure({ isBusy, onConfirm, onClose }: ConfirmErasureProps) {
  const [typed, setTyped] = useState('');
  return (
    <Dialog title="Erase this person" onClose={onClose}>
      <p>It cannot be taken back. A login that the person has begun ends without a result.</p>
      <div className="field">
        <label htmlFor="confirm-erasure">
          Type <code>{WORD}</code>
        </label>
        <input
          id="confirm-erasure"
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div>
        <button
          type="button"
          className="button danger"
          disabled={typed !== WORD || isBusy}
          onClick={onConfirm}
        >
          Erase
        </button>
      </div>
    </Dialog>
  );
}
