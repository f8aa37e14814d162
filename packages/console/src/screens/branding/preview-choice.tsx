import type { paths } from '../../generated/api-schema.d.ts';
import { pageWords } from './page-words.ts';

/** The unsaved branding, and how to draw it. */
export type PreviewRequest =
  paths['/api/tenants/{tenant}/branding/preview']['post']['requestBody']['content']['application/json'];

/** How the page is shown. */
export type Shown = Required<Pick<PreviewRequest, 'language' | 'theme' | 'mobile'>> & {
  readonly page: string;
  /** Empty: as on the domain. */
  readonly environment: NonNullable<PreviewRequest['environment']> | '';
};

interface PreviewChoiceProps {
  readonly pages: readonly string[];
  readonly languages: readonly string[];
  readonly environments: readonly Shown['environment'][];
  readonly shown: Shown;
  readonly onChange: (shown: Shown) => void;
}

/** The choice of page and state, language, light or dark, kind of domain, and device. */
export function PreviewChoice(props: PreviewChoiceProps) {
  const { pages, languages, environments, shown, onChange } = props;
  const choices = [
    { name: 'page', label: 'Page', options: pages },
    { name: 'language', label: 'Language', options: languages },
    { name: 'theme', label: 'Colours', options: ['light', 'dark'] },
    { name: 'environment', label: 'Domain', options: environments },
  ] as const;
  return (
    <div className="filters">
      {choices.map(({ name, label, options }) => (
        <div className="field" key={name}>
          <label htmlFor={`preview-${name}`}>{label}</label>
          <select
            id={`preview-${name}`}
            value={shown[name]}
            onChange={({ target }) => onChange({ ...shown, [name]: target.value })}
          >
            {options.map((option) => (
              <option key={option} value={option}>
                {name === 'page' ? pageWords(option) : option || 'as on the domain'}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className="check">
        <input
          id="preview-phone"
          type="checkbox"
          checked={shown.mobile}
          onChange={({ target }) => onChange({ ...shown, mobile: target.checked })}
        />
        <label htmlFor="preview-phone">On a phone</label>
      </div>
    </div>
  );
}
