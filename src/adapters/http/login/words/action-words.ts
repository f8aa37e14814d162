import type { Scene } from '../scene.ts';
import type { ActionWords } from './words.ts';
import { wordsIn } from './words-in.ts';

/** What is asked of this page's person, in its language. */
export function actionWords({ language, login }: Pick<Scene, 'language' | 'login'>): ActionWords {
  return wordsIn(language).actions[login.intent.action];
}
