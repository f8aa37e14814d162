interface DownloadButtonProps {
  readonly name: string;
  readonly text: string;
}

/** Saves a text as a file, without another request. */
export function DownloadButton({ name, text }: DownloadButtonProps) {
  return (
    <button type="button" className="button" onClick={save}>
      Download CSV
    </button>
  );

  function save(): void {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  }
}
