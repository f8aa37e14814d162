import { Link } from '@tanstack/react-router';
import type { Tried } from '../../api/try-login.ts';
import { AnswerFacts } from './answer-facts.tsx';
import { codeIn } from './answer-words.ts';

interface EndpointCardProps {
  readonly title: string;
  readonly tenant: string;
  readonly tried: Tried;
}

/** What an endpoint answered, and the way to the story of a login that failed there. */
export function EndpointCard({ title, tenant, tried }: EndpointCardProps) {
  const answer: Readonly<Record<string, unknown>> = { ...Object(tried.answer) };
  return (
    <section className="card" aria-label={title}>
      <div className="row spread">
        <h2>{title}</h2>
        <span className={`badge ${(tried.status ?? 0) < 300 ? 'good' : 'warn'}`}>
          {tried.status}
        </span>
      </div>
      <AnswerFacts answer={answer} />
      <StoryLink tenant={tenant} code={tried.supportCode ?? codeIn(answer.error_uri)} />
    </section>
  );
}

/** The way to the story of a login. */
export function StoryLink({
  tenant,
  code,
}: {
  readonly tenant: string;
  readonly code: string | undefined;
}) {
  if (code === undefined) return null;
  return (
    <p>
      <Link to="/t/$tenant/logins/$code" params={{ tenant, code }}>
        What happened in the login {code}
      </Link>
    </p>
  );
}
