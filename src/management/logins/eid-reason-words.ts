import type { EidReason } from '../../domain/eid-reasons.ts';
import type { Finding } from '../../domain/login-timeline.ts';

const PROBE = 'A probe (eid-broker check, or the console) shows it without a login.';
const NO_OUTAGE = 'The eID may be well: this is no outage of it.';

/** The words of each failure at an eID; `{name}` is a fact of the step. A fault of settings or of the network is distinguished from an outage. */
export const EID_REASON_WORDS: Readonly<Record<EidReason, Finding>> = {
  'eid-untrusted': {
    cause: `We did not trust the certificate of the server at the eID’s address, so nothing was sent. TLS failed with {code}. The setting “ca” of the eID is wrong, or something on the way answers in its place. ${NO_OUTAGE}`,
    fix: `The operator corrects “ca” of the eID: the authorities of its server, or none for those of the system. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-certificate-expired': {
    cause:
      'The certificate of the eID’s server is not valid today, so nothing was sent. TLS failed with {code}. The eID has not renewed it, or our clock is wrong.',
    fix: `The operator checks the clock of our machine, and tells the eID. ${PROBE}`,
    whoActs: 'eid',
  },
  'eid-other-host': {
    cause: `The server at the eID’s address has a certificate for another host name. TLS failed with {code}. ${NO_OUTAGE}`,
    fix: `The operator corrects the address of the eID in its settings. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-key-not-pinned': {
    cause:
      'The eID’s server has a valid certificate, and its key is none of the pinned ones. The eID has changed it, or something on the way answers in its place.',
    fix: `The operator compares “serverKeys” of the eID with the keys that the eID publishes, and adds the new one. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-refused-certificate': {
    cause:
      'The eID’s server refused our client certificate while the connection was made. TLS failed with {code}. It is missing, expired, revoked, or of the eID’s other environment.',
    fix: `The operator replaces “clientCertificate” of the eID. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-tls-failed': {
    cause: `The connection to the eID’s server could not be encrypted. TLS failed with {code}. ${NO_OUTAGE}`,
    fix: `The operator compares the address, “ca” and “clientCertificate” of the eID. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-address-wrong': {
    cause: `Nothing serves the eID at the address of our settings. The network said {code}. The call was to its {call}. ${NO_OUTAGE}`,
    fix: `The operator corrects the address of the eID in its settings, or the way to it: DNS, firewall, proxy. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-too-slow': {
    cause:
      'The eID did not answer in time. The network said {code}. The call was to its {call}. It is overloaded or down, or a firewall drops our calls.',
    fix: 'Try again later. The operator compares the eID’s own status page, and “timeoutSeconds” of its settings.',
    whoActs: 'eid',
  },
  'eid-hung-up': {
    cause:
      'The connection to the eID broke before its answer had come. The network said {code}. The call was to its {call}.',
    fix: `Try again. The operator probes the eID at once: where every call breaks, its server refuses our client certificate (“clientCertificate”) without a word, or is down, which is reported to the eID. ${PROBE}`,
    whoActs: 'operator',
  },
  'eid-out-of-order': {
    cause:
      'The eID answered that it cannot serve the call. It answered {answer}. The call was to its {call}.',
    fix: 'Try again later. The operator compares the eID’s own status page, and reports the answer to the eID if it stays.',
    whoActs: 'eid',
  },
  'eid-unreadable': {
    cause:
      'The eID answered, and the answer is not what its interface promises. It answered {answer}. The call was to its {call}. A proxy, or a page of maintenance, may answer in its place.',
    fix: 'Try again later. The operator compares the address of the eID in its settings, and its status page.',
    whoActs: 'eid',
  },
  'eid-not-called': {
    cause:
      'The eID was not called: several calls in a row had failed, so our circuit breaker is open for some seconds. The failed logins before this one have the reason.',
    fix: 'Try again in half a minute. The operator opens the failed logins of this eID from the minute before.',
    whoActs: 'operator',
  },
  'eid-calls-full': {
    cause:
      'The eID was not called: as many calls as one process may make at once were under way. The eID is slow, or many people log in.',
    fix: 'Try again in some seconds. If it stays, the operator looks at the eID’s response times, and adds replicas.',
    whoActs: 'operator',
  },
  'eid-refused-parameters': {
    cause:
      'The eID refused this request of ours. It answered {answer}. The call was to its {call}. Neither the application nor the person can see that answer.',
    fix: 'The operator looks the answer up in the eID’s documentation: most often our registration there lacks a redirect URI, a scope, a level or an order of this kind. It may also be a text or a person of the application’s request.',
    whoActs: 'operator',
  },
  'eid-settings-unfit': {
    cause:
      'Our settings for the eID do not work with it: {what}. The call was to its {call}. Nobody could log in with these settings.',
    fix: `The operator corrects the settings of the eID: {settings}. ${PROBE}`,
    whoActs: 'operator',
  },
  'credentials-refused': {
    cause:
      'The eID refused our credentials, or our settings for it do not work. It answered {answer}. The call was to its {call}. Neither the application nor the person can change that.',
    fix: `The operator compares the settings {settings} of the eID with what the eID gave us for this environment: they are wrong, expired, or of the other one. ${PROBE}`,
    whoActs: 'operator',
  },
  'answer-not-redeemed': {
    cause:
      'The person came back from the eID, and the eID did not give us the answer for it. It answered {answer}. The call was to its {call}.',
    fix: 'The operator looks the answer up in the eID’s documentation; invalid_grant means that the code was late, used, or of another client or callback.',
    whoActs: 'eid',
  },
  'answer-unverified': {
    cause: 'The eID’s answer came and was refused: the check of {check} failed.',
    fix: 'Treat the person as not identified.',
    whoActs: 'operator',
  },
  'other-country': {
    cause:
      'The person confirmed with an account of another country than the one that was chosen. The certificate is of {found}. The request was for {wanted}. The answer is genuine, and nothing is wrong with the eID or our settings.',
    fix: 'The person begins again with the service of the own country. The application lets the person choose the country, each of which has its acr value.',
    whoActs: 'person',
  },
  'words-not-chosen': {
    cause:
      'The person cancelled in the eID’s app, or chose other words there than those of this request: the eID does not say which.',
    fix: 'The agent starts again, and reads both words out slowly and clearly. A person who was in no call should be warned: somebody else may use the number.',
    whoActs: 'person',
  },
  'eid-returned-error': {
    cause:
      'The eID’s authorization endpoint refused our request, and sent the person back. It answered {answer}. It said: “{said}”.',
    fix: 'The operator compares scopes, level and text of the request with what is registered at the eID. If only requests with a text fail, the application changes the text.',
    whoActs: 'operator',
  },
  'order-unknown': {
    cause:
      'The eID no longer knows the order that it had started for us: it was collected elsewhere, cancelled, or deleted after its time. It answered {answer}.',
    fix: 'If it repeats, the operator checks that no other service uses our credentials at the eID.',
    whoActs: 'eid',
  },
};

/** What each check of an answer compares, and whom its failure suggests. */
interface Check {
  readonly words: string;
  readonly fix: string;
}

const FORGED =
  'The operator compares the settings of the eID (issuer, keys, roots). If they are right, the answer is forged or the eID has a fault: report it to the eID at once.';
const CLOCK =
  'The operator compares the clock of our machine; if it is right, the eID has a fault.';
const MIXED =
  'It belongs to another login or another client: the person begins again. If it repeats, look for an attack, or another service with our client id.';
const STATUS =
  'The operator looks whether the roots in the settings (evidenceRoots, personAuthorities) are those of this environment. Otherwise report it to the eID.';

/** The checks by the words that adapters have for them: claims, and steps of the verification of evidence. */
export const CHECKS: Readonly<Record<string, Check>> = {
  signature: {
    words: 'its signature (no published or pinned key of the eID made it)',
    fix: FORGED,
  },
  key: { words: 'its signing key (the eID publishes no such key)', fix: FORGED },
  keys: { words: 'the eID’s key set', fix: FORGED },
  statement: { words: 'the eID’s entity statement', fix: FORGED },
  algorithm: {
    words:
      'its algorithm, of the signature or of the encryption (none, or one that we do not accept)',
    fix: 'The operator asks the eID with which algorithms it signs and encrypts for our client: it has changed one. An answer without a signature may be forged: report it to the eID at once.',
  },
  signatureAlgorithm: { words: 'the algorithm of the signature', fix: FORGED },
  iss: { words: 'its issuer (claim iss)', fix: FORGED },
  aud: { words: 'its audience (claim aud: it is for another client)', fix: MIXED },
  azp: { words: 'its authorized party (claim azp)', fix: MIXED },
  nonce: { words: 'the nonce (it answers another request)', fix: MIXED },
  state: { words: 'the state (it answers another request)', fix: MIXED },
  callback: { words: 'the callback (it came to that of another eID)', fix: MIXED },
  reference: { words: 'the reference (it answers another order)', fix: MIXED },
  sub: { words: 'the subject (claim sub)', fix: FORGED },
  exp: { words: 'its expiry (claim exp: it is too old)', fix: CLOCK },
  nbf: { words: 'its begin (claim nbf: it is not valid yet)', fix: CLOCK },
  iat: { words: 'the time of issue (claim iat)', fix: CLOCK },
  auth_time: { words: 'the time of the login (claim auth_time: it is too old)', fix: CLOCK },
  at_hash: { words: 'the access token that belongs to it (claim at_hash)', fix: FORGED },
  userinfo: { words: 'issuer or audience of the userinfo answer', fix: FORGED },
  form: { words: 'its form (it is not the token that was agreed on)', fix: FORGED },
  zip: { words: 'its form (it is compressed)', fix: FORGED },
  plain_address: { words: 'the eID’s addresses (one lacks TLS)', fix: FORGED },
  expected: { words: 'a claim that this eID always has', fix: FORGED },
  level: { words: 'the level of assurance (lower than requested, or unknown)', fix: FORGED },
  certificateLevel: { words: 'the level of the person’s certificate', fix: FORGED },
  chain: { words: 'the chain of the person’s certificate (no root of our settings)', fix: STATUS },
  ocsp: { words: 'the status of the person’s certificate (OCSP)', fix: STATUS },
  noRoots: { words: 'the evidence (the settings have no evidenceRoots)', fix: STATUS },
  absent: { words: 'the evidence (the eID sent none)', fix: STATUS },
  person: { words: 'the person (the answer names another one)', fix: FORGED },
  country: { words: 'the country of the person’s certificate', fix: FORGED },
  signed: { words: 'the signed text (it is not the one that was sent)', fix: FORGED },
};

const OTHER_CHECK: Check = { words: 'its evidence', fix: FORGED };

/** The check of that name; for an unknown one its name stands in general words. */
export function checkNamed(name: string | undefined): Check {
  if (name === undefined) return OTHER_CHECK;
  if (Object.hasOwn(CHECKS, name)) return CHECKS[name] ?? OTHER_CHECK;
  return { words: `${OTHER_CHECK.words} (${name})`, fix: OTHER_CHECK.fix };
}
