import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Settings } from '../../api/shapes.ts';
import { ProblemNote } from '../../components/problem-note.tsx';
import { PreviewChoice, type PreviewRequest, type Shown } from './preview-choice.tsx';

/** Whose pages: those of a tenant, of one of its domains (a host), or of an application (a client id). */
export interface PreviewOf {
  readonly tenant: string;
  readonly domain?: string;
  readonly application?: string;
}

const PATH = '/api/tenants/{tenant}/branding/preview';
const FRAME = 'preview';
/** In milliseconds: a preview follows the typing, not each letter. */
const PAUSE = 400;

const FIRST = { language: 'en', theme: 'light', mobile: false } as const;
const ENVIRONMENTS = ['production', 'test'] as const;

interface PreviewCardProps {
  readonly of: PreviewOf;
  /** The branding as it is typed. */
  readonly branding: Settings;
}

/** The login pages with a branding that is not saved yet. */
export function PreviewCard({ of, branding }: PreviewCardProps) {
  const { tenant } = of;
  const { data: pages, error } = useQuery({
    queryKey: ['preview-pages', tenant],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bodyOf(api.GET(`${PATH}/pages`, { params: { path: { tenant } } })),
  });
  return (
    <section className="card" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <ProblemNote error={error} />
      {pages && <Preview of={of} branding={branding} pages={pages} />}
    </section>
  );
}

interface PreviewProps extends PreviewCardProps {
  readonly pages: {
    readonly items: readonly string[];
    readonly languages: readonly string[];
  };
}

function Preview({ of, branding, pages }: PreviewProps) {
  const { tenant, ...scope } = of;
  const isTenant = scope.domain === undefined && scope.application === undefined;
  const [shown, setShown] = useState<Shown>({
    ...FIRST,
    page: pages.items[0] ?? '',
    environment: isTenant ? 'production' : '',
  });
  const { environment, ...others } = shown;
  const wanted = { ...others, ...(environment !== '' && { environment }), ...scope, branding };
  const request = useSettled(JSON.stringify(wanted));
  // The service checks the branding first: what is wrong is said beside the frame, and the last good page stays in it.
  const drawn = useQuery({
    queryKey: ['preview', tenant, request],
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<string> => {
      const body = JSON.parse(request) as PreviewRequest;
      await api.POST(PATH, { params: { path: { tenant } }, body, parseAs: 'text', signal });
      return request;
    },
  });
  return (
    <div className="stack">
      <PreviewChoice
        pages={pages.items}
        languages={pages.languages}
        environments={isTenant ? ENVIRONMENTS : ['', ...ENVIRONMENTS]}
        shown={shown}
        onChange={setShown}
      />
      <ProblemNote error={drawn.error} />
      {drawn.data && (
        <Frame key={drawn.data} tenant={tenant} request={drawn.data} isPhone={shown.mobile} />
      )}
    </div>
  );
}

interface FrameProps {
  readonly tenant: string;
  /** The body of the request, in JSON. */
  readonly request: string;
  readonly isPhone: boolean;
}

/** A frame without scripts. A form posts into it, once: its first page leaves no entry in the browser's history. */
function Frame({ tenant, request, isPhone }: FrameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <div className={isPhone ? 'preview phone' : 'preview'}>
      <iframe name={FRAME} title="The page as it is branded" sandbox="" />
      <form
        ref={form}
        hidden
        method="post"
        action={PATH.replace('{tenant}', encodeURIComponent(tenant))}
        target={FRAME}
      >
        <input type="hidden" name="request" value={request} />
      </form>
    </div>
  );
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
