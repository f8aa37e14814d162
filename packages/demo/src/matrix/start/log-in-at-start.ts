import { newBrowser } from '@eid-broker/testing/browser';

import { byScriptFrom } from '../by-script.ts';
import { makeTester } from '../tester.ts';
import { navigate } from './navigate.ts';

/** What the login of an application in docs/start needs. */
interface Visit {
  /** The origin of the application. */
  readonly url: string;
  readonly phoneUrl: string;
}

/** The acr value of the demo's application `demo-start`. */
const ACR = 'urn:grn:authn:se:bankid';

/**
 * Opens the application as a person without a session, logs in, and checks that its page shows the person.
 * @throws Error of one line
 */
export async function logInAtStart({ url, phoneUrl }: Visit): Promise<void> {
  const tester = await makeTester(phoneUrl, ACR);
  const page = await byScriptFrom(
    url,
    { clientUrl: url, phoneUrl, tester },
    {
      isEnd: (answer) => answer.url.startsWith(url) && !/<form\b/.test(answer.text),
      browser: newBrowser(undefined, 'en', navigate),
      submitsAnyForm: true,
    },
  );
  const { familyName } = tester.person;
  if (page.includes(familyName)) return;
  throw new Error(
    `the page does not show ${familyName}: ${page.slice(0, 300).replaceAll('\n', ' ')}`,
  );
}
