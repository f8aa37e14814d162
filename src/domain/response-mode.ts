/**
 * How the answer to an authorization request reaches the application. `json` and `post_message` are for pages of
 * the application that call us from a script.
 */
export const RESPONSE_MODES = ['query', 'fragment', 'form_post', 'json', 'post_message'] as const;

/** One of them, in OAuth's words. */
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** What an application may use unless its settings say otherwise. */
export const USUAL_RESPONSE_MODES: readonly ResponseMode[] = ['query', 'fragment', 'form_post'];
