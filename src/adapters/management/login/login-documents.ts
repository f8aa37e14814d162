/** What a page of the login says. */
export interface LoginDocument {
  readonly status: number;
  readonly title: string;
  /** Paragraphs. */
  readonly texts: readonly string[];
  /** A button that leads to a path or to the issuer. */
  readonly next?: { readonly href: string; readonly label: string };
  /** Goes there by itself. */
  readonly goes?: boolean;
  /** The form that accepts an invitation. */
  readonly asksForInvitation?: boolean;
}

/** The paths of the page's own files. */
export const STYLE_PATH = '/login/style.css';
export const SCRIPT_PATH = '/login/invitation.js';

/** Reads the secret from the link into the form, and removes it from the address bar and the history. */
export const SCRIPT = `const secret = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const field = document.querySelector('input[name=secret]');
if (field && secret) field.value = secret;
`;

export const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 32rem; margin: 0 auto; padding: 3rem 1rem; }
h1 { font-size: 1.5rem; }
a, button { display: inline-block; padding: 0.6rem 1.2rem; border: 0; border-radius: 0.4rem; background: #1a56a8; color: #fff;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
label { display: block; margin-bottom: 1rem; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: 0.3rem; padding: 0.6rem; border: 1px solid #767676;
  border-radius: 0.4rem; font: inherit; }
:focus-visible { outline: 3px solid #d97706; outline-offset: 2px; }
`;

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every page of the login, in place of the policy of the API. */
export const DOCUMENT_HEADERS = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' };

/** The page as HTML; it works without a script. */
export function loginHtml({ title, texts, next, goes, asksForInvitation }: LoginDocument): string {
  const refresh =
    goes && next ? `<meta http-equiv="refresh" content="0;url=${escaped(next.href)}">` : '';
  const script = asksForInvitation ? `<script src="${SCRIPT_PATH}" defer></script>` : '';
  const button = next ? `<p><a href="${escaped(next.href)}">${escaped(next.label)}</a></p>` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${refresh}<title>${escaped(title)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
${script}</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${texts.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${asksForInvitation ? FORM : button}
</main>
</body>
</html>
`;
}

const FORM = `<form method="post" action="/invitation">
<label>Invitation <input name="secret" required autocomplete="off" spellcheck="false"></label>
<button>Log in and accept</button>
</form>`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
