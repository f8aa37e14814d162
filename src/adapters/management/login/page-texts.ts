import type { LoginDocument } from './login-documents.ts';

/** Nobody can log in by OpenID Connect here. */
export const NO_ISSUER: LoginDocument = {
  status: 503,
  title: 'Nobody can log in here yet',
  texts: [
    'MANAGEMENT_ISSUER is not set: it names the issuer that logs administrators in.',
    'The API accepts tokens, which "eid-broker token create" makes.',
  ],
};

export const INVITATION: LoginDocument = {
  status: 200,
  title: 'You are invited',
  texts: ['Log in to accept the invitation. It can be accepted once.'],
  asksForInvitation: true,
};

export const INVITATION_CLOSED: LoginDocument = {
  status: 410,
  title: 'This invitation is closed',
  texts: [
    'It was accepted before, or it is older than 15 minutes.',
    'Ask the person who invited you for a new one.',
  ],
};

export const NOT_INVITED: LoginDocument = {
  status: 403,
  title: 'You have no role here',
  texts: ['You are logged in, but nobody has invited you. An owner can send you an invitation.'],
};

export const LOGIN_GONE: LoginDocument = {
  status: 400,
  title: 'This login is over',
  texts: [
    'It was finished before, it took longer than ten minutes, or it began in another browser.',
  ],
  next: { href: '/login', label: 'Log in again' },
};

export const LOGIN_FAILED: LoginDocument = {
  status: 400,
  title: 'The login did not succeed',
  texts: [
    'It was cancelled, or the issuer gave an answer that does not fit. The log has the reason.',
  ],
  next: { href: '/login', label: 'Log in again' },
};

/** The page before a login. */
export function enter(href: string): LoginDocument {
  const texts = ['The console is for invited administrators.'];
  return { status: 200, title: 'eid-broker', texts, next: { href, label: 'Log in' } };
}

/** The issuer does not answer. */
export function unreachable(href: string): LoginDocument {
  const texts = ['The issuer that logs administrators in does not answer.'];
  return {
    status: 503,
    title: 'Nobody can log in now',
    texts,
    next: { href, label: 'Try again' },
  };
}

/** A page that leads on by itself. */
export function goOn(href: string): LoginDocument {
  return {
    status: 200,
    title: 'One moment',
    texts: [],
    next: { href, label: 'Continue' },
    goes: true,
  };
}
