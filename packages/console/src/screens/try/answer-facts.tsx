import { Fact } from '../../components/facts.tsx';
import { wordsOf } from './answer-words.ts';

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
            <Words words={wordsOf(name, answer)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Words({ words }: { readonly words: string | undefined }) {
  return words === undefined ? null : <p className="hint">{words}</p>;
}
