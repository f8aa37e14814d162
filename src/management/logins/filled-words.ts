import type { StepFacts } from '../../domain/eid-reasons.ts';

const PLACE = /\{(\w+)\}/g;
/** A sentence, with its full stop. */
const SENTENCE = /.+?[.?!](?:\s+|$)/gs;

/** Fills the facts into `{name}`. A sentence whose fact is unknown is left out: no answer shows a placeholder. */
export function filledWords(text: string, facts: StepFacts = {}): string {
  const sentences = text.match(SENTENCE) ?? [text];
  return sentences
    .filter((sentence) => placesIn(sentence).every((name) => Object.hasOwn(facts, name)))
    .join('')
    .replace(PLACE, (_, name: string) => facts[name] ?? '')
    .trim();
}

function placesIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(PLACE)].map(([, name = '']) => name);
}

/** What the request had, and what is right, in a sentence each behind the cause; empty without them. */
export function sentWords(facts?: StepFacts): string {
  const words = filledWords('Sent: {sent}. Expected: {expected}.', facts);
  return words === '' ? '' : ` ${words}`;
}
