import { lazy, Suspense } from 'react';
import { DialogButton } from './dialog-button.tsx';

/** The writer of YAML is loaded when it is first used. */
const YamlText = lazy(async () => {
  const { YamlText: component } = await import('./yaml-text.tsx');
  return { default: component };
});

/** A button that shows data in the form of the configuration file. */
export function AsYaml({ title, data }: { readonly title: string; readonly data: unknown }) {
  return (
    <DialogButton label="As YAML" title={`${title} as YAML`}>
      <Suspense fallback={<p>Loading…</p>}>
        <YamlText data={data} />
      </Suspense>
    </DialogButton>
  );
}
