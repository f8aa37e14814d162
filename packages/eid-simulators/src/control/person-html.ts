import { escaped } from '../shared/html.ts';
import type { WaitingLogin } from '../world/login.ts';
import type { Person } from '../world/persons.ts';

interface LoginForm {
  /** The eID. */
  readonly title: string;
  readonly login: WaitingLogin;
  readonly persons: readonly Person[];
}

/** The page on which the person approves or aborts one login. It works without JavaScript. */
export function loginHtml(form: LoginForm): string {
  return page(
    `Simulated ${form.title}`,
    `${WARNING}
${requestHtml(form.login)}
<form method="post">
${choiceHtml(form)}
</form>
<script src="/assets/wait.js"></script>`,
  );
}

/** The page with everything that waits at any eID. It works without JavaScript, and reloads by itself. */
export function waitingHtml(forms: readonly LoginForm[]): string {
  const sections = forms.map(
    (form) => `<section>
<h2>${escaped(form.title)}</h2>
${requestHtml(form.login)}
<form method="post" action="/waiting/${encodeURIComponent(form.login.id)}">
${choiceHtml(form)}
</form>
</section>`,
  );
  return page(
    'What waits for you',
    `${WARNING}
${sections.length === 0 ? '<p>Nothing waits at any simulated eID.</p>' : sections.join('\n')}`,
    '<meta http-equiv="refresh" content="3">',
  );
}

/** A page with one message. */
export function messageHtml(message: string): string {
  return page('Simulator', `<p>${escaped(message)}</p>`);
}

const WARNING = '<p class="warning">This is a simulator. It proves nothing about anybody.</p>';

function requestHtml({ application, text, action, level, verificationCode }: WaitingLogin): string {
  const details = [
    ...(level === undefined ? [] : [`level: ${level}`]),
    ...(action ? [action] : []),
  ];
  const suffix = details.length === 0 ? '' : ` (${escaped(details.join(', '))})`;
  return [
    `<p>Log in to <strong>${escaped(application)}</strong>${suffix}</p>`,
    ...(text === undefined ? [] : [`<blockquote>${escaped(text)}</blockquote>`]),
    ...(verificationCode === undefined
      ? []
      : [`<p>Verification code: <strong>${escaped(verificationCode)}</strong></p>`]),
  ].join('\n');
}

function choiceHtml({ login, persons }: LoginForm): string {
  const field = `person-${escaped(login.id)}`;
  return `<label for="${field}">Person</label>
<select id="${field}" name="person">${persons.map(option).join('')}</select>
<button name="decision" value="approve">Approve</button>
<button name="decision" value="abort">Abort</button>`;
}

function option({ id, givenName, familyName, birthdate }: Person): string {
  const label = `${givenName} ${familyName}, ${birthdate}`;
  return `<option value="${escaped(id)}">${escaped(label)}</option>`;
}

function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}<title>${escaped(title)}</title>
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
