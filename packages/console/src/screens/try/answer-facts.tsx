import { Fact } from '../../components/facts.tsx';
import { ANSWER_WORDS } from './answer-words.ts';

/** The members of an answer by their own names, each explained. */
export function AnswerFacts({ answer }: { readonly answer: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="facts">
      {Object.entries(answer).map(([name, value]) => (
        <div key={name} className="claim">
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <span className="long">
              <Fact value={value} />
            </span>
            {ANSWER_WORDS[name] && <p className="hint">{ANSWER_WORDS[name]}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
