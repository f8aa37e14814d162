import { DIRECTIVES, type DirectiveRule } from './directives.ts';
import { Failure } from './failure.ts';
import type { Directive } from './login-hint.ts';

/** Reads one word of a `login_hint`; undefined when it is no directive that we know. */
export function directiveIn(word: string): Directive | undefined {
  const rule = DIRECTIVES.find(
    ({ name, value }) => word.startsWith(`${name}:`) || (value.optional && word === name),
  );
  return rule && { name: rule.name, value: word.slice(rule.name.length + 1) };
}

/**
 * Judges what concerns that eID (`<country>:<eid>`; undefined: what concerns all of them). The directives of
 * others pass, whatever they say: SDKs send some with every request.
 * @throws {Failure} hint-malformed, hint-contradiction
 */
export function judgeDirectives(directives: readonly Directive[], eid: string | undefined): void {
  const rules = DIRECTIVES.filter((rule) => concerns(rule, eid));
  for (const { name, value } of rules) {
    const values = directives.filter((one) => one.name === name).map((one) => one.value);
    if (!values.every(value.fits))
      throw new Failure('hint-malformed', { names: { directive: name } });
    if (name !== 'scope') oneValue(values, name);
  }
}

/**
 * The value that all of them are; undefined when there is none.
 * @throws {Failure} hint-contradiction
 */
export function oneValue(values: readonly string[], directive: string): string | undefined {
  const [value, other] = new Set(values);
  if (other !== undefined) throw new Failure('hint-contradiction', { names: { directive } });
  return value;
}

function concerns({ eids }: DirectiveRule, eid: string | undefined): boolean {
  if (eids === 'all') return true;
  return eid !== undefined && eids.includes(eid);
}
