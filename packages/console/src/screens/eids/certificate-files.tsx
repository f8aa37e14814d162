import { type DragEvent, useId } from 'react';

/** Files of a certificate and its key, and what opens them. */
export interface ChosenCertificate {
  readonly files: readonly File[];
  readonly passphrase: string;
}

interface CertificateFilesProps {
  readonly chosen: ChosenCertificate;
  readonly onChange: (chosen: ChosenCertificate) => void;
}

/** Takes a .p12 file or PEM files, chosen or dropped. Choosing again replaces them. */
export function CertificateFiles({ chosen, onChange }: CertificateFilesProps) {
  const id = useId();
  const { files, passphrase } = chosen;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same by keyboard. */}
      <div className="drop field" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <label htmlFor={`${id}-files`}>A .p12 file, or PEM files of certificate and key</label>
        <input
          id={`${id}-files`}
          type="file"
          multiple
          accept=".p12,.pfx,.pem,.crt,.cer,.key"
          onChange={({ target }) => choose([...(target.files ?? [])])}
        />
        <span className="hint">
          {files.length === 0
            ? 'Or drop them here. They go to the service alone.'
            : files.map(({ name }) => name).join(', ')}
        </span>
      </div>
      <div className="field">
        <label htmlFor={`${id}-passphrase`}>Passphrase, if the file has one</label>
        <input
          id={`${id}-passphrase`}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={({ target }) => onChange({ files, passphrase: target.value })}
        />
      </div>
    </>
  );

  function drop(event: DragEvent): void {
    event.preventDefault();
    choose([...event.dataTransfer.files]);
  }

  function choose(files: readonly File[]): void {
    onChange({ files, passphrase });
  }
}
