import { useState } from 'react';
import type { ObjectKind } from '../api/objects.ts';
import { useMay } from '../api/session.ts';
import type { Settings } from '../api/shapes.ts';
import { Dialog } from '../components/dialog.tsx';
import { NewObject } from './new-object.tsx';

interface NewObjectButtonProps {
  readonly kind: ObjectKind;
  readonly tenant: string;
  readonly label: string;
  readonly begin: Settings;
}

/** Opens the form of a new object in a dialog. */
export function NewObjectButton({ kind, tenant, label, begin }: NewObjectButtonProps) {
  const [open, setOpen] = useState(false);
  const may = useMay(tenant);
  const close = () => setOpen(false);
  if (!may(kind.permission)) return null;
  return (
    <>
      <button type="button" className="button primary" onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && (
        <Dialog title={label} onClose={close}>
          <NewObject kind={kind} tenant={tenant} begin={begin} onCreated={close} onWaits={close} />
        </Dialog>
      )}
    </>
  );
}
