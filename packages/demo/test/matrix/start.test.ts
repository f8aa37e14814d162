import { describe, expect, test } from '@jest/globals';

import { atAddresses, readStartPage } from '../../src/matrix/start/start-page.ts';
import { startLineOf, tryStart } from '../../src/matrix/start/try-starts.ts';

const PAGE = `# A page
\`\`\`sh install
install it
\`\`\`
\`\`\`js src/app.js
login('http://localhost:3000', 3030);
\`\`\`
\`\`\`js
not(a, file);
\`\`\`
\`\`\`sh run
exec app --port 3030
\`\`\`
`;

describe('a page of docs/start', () => {
  test('is its named blocks', () => {
    expect(readStartPage(PAGE)).toEqual({
      files: new Map([['src/app.js', "login('http://localhost:3000', 3030);\n"]]),
      install: 'install it\n',
      run: 'exec app --port 3030\n',
    });
  });

  test('runs at other addresses', () => {
    const moved = atAddresses(readStartPage(PAGE), { issuer: 'http://localhost:4000', port: 4030 });
    expect(moved.files.get('src/app.js')).toBe("login('http://localhost:4000', 4030);\n");
    expect(moved.run).toBe('exec app --port 4030\n');
  });

  test('needs a command to run', () => {
    expect(() => readStartPage('# A page\n')).toThrow('the page has no block `sh run`');
  });

  test('is not run without its programs, and says which are missing', async () => {
    const means = {
      issuer: 'http://localhost:1',
      phoneUrl: '',
      port: 1,
      env: { PATH: '/nowhere' },
    };
    const result = await tryStart('spring-boot', means);
    expect(startLineOf(result)).toBe('not run: docs/start/spring-boot.md: needs java, mvn');
  });
});
