import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';

/** The forms are loaded when they are first used. */
const NewEid = lazy(async () => {
  const { NewEid: component } = await import('./new-eid.tsx');
  return { default: component };
});

/** Adds an eID: which one, then its own settings. */
export function NewEidButton({ tenant }: { readonly tenant: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!useMay(tenant)('eids.write')) return null;
  return (
    <>
      <button type="button" className="button primary" onClick={() => setOpen(true)}>
        Add an eID
      </button>
      {open && (
        <Dialog title="Add an eID" onClose={close}>
          <Suspense fallback={<p>Loading…</p>}>
            <NewEid tenant={tenant} onDone={close} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
