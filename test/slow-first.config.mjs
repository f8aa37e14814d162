import TestSequencer from '@jest/test-sequencer';

/** The slowest files, slowest first: at the end of a run no worker should wait for one file. */
const SLOW = [
  /\/prove\//,
  /login-browser/,
  /\/browser\//,
  /\/demo\//,
  /readme/,
  /interleavings/,
  /\/abuse/,
  /\/replicas/,
  /\/test\/main/,
  /\/postgres\/authentications/,
  /\/conformance\//,
  /key-rotation/,
  /migrate/,
  /verify-evidence/,
  /graceful-stop/,
  /\/faults/,
];

/** The order of the test files. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const found = SLOW.findIndex((slow) => slow.test(path));
  return found === -1 ? SLOW.length : found;
}
