import type { Person } from '../world/persons.ts';
import type { Login } from './logins.ts';

interface LoginPage {
  /** The eID. */
  readonly title: string;
  readonly login: Login;
  readonly persons: readonly Person[];
}

/** The page on which the person approves or aborts. It works without JavaScript. */
export function loginHtml({ title, login, persons }: LoginPage): string {
  const { application, text, action, level } = login;
  return page(
    `Simulated ${title}`,
    `<p class="warning">This is a simulator. It proves nothing about anybody.</p>
<p>Log in to <strong>${escaped(application)}</strong> (level: ${escaped(level)}${
      action === undefined ? '' : `, ${escaped(action)}`
    })</p>
${text === undefined ? '' : `<blockquote>${escaped(text)}</blockquote>`}
<form method="post">
<label for="person">Person</label>
<select id="person" name="person">${persons.map(option).join('')}</select>
<button name="decision" value="approve">Approve</button>
<button name="decision" value="abort">Abort</button>
</form>
<script src="/assets/wait.js"></script>`,
  );
}

/** A page with one message. */
export function messageHtml(message: string): string {
  return page('Simulator', `<p>${escaped(message)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/assets/person.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

function option({ id, givenName, familyName, birthdate }: Person): string {
  const label = `${givenName} ${familyName}, ${birthdate}`;
  return `<option value="${escaped(id)}">${escaped(label)}</option>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
