import { lazy, Suspense, useState } from 'react';
import { Dialog } from './dialog.tsx';

/** The writer of YAML is loaded when it is first used. */
const YamlText = lazy(async () => {
  const { YamlText: component } = await import('./yaml-text.tsx');
  return { default: component };
});

/** A button that shows data in the form of the configuration file. */
export function AsYaml({ title, data }: { readonly title: string; readonly data: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        As YAML
      </button>
      {open && (
        <Dialog title={`${title} as YAML`} onClose={() => setOpen(false)}>
          <Suspense fallback={<p>Loading…</p>}>
            <YamlText data={data} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
