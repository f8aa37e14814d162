import { stringify } from 'yaml';
import { CodeBlock } from './code-block.tsx';

/** Data as YAML, ready to copy. */
export function YamlText({ data }: { readonly data: unknown }) {
  return <CodeBlock text={stringify(data, { lineWidth: 0 })} label="YAML" />;
}
