import { describe, expect, test } from '@jest/globals';

import { html } from '../../../../src/adapters/http/login/html.ts';

describe('html', () => {
  test('escapes every text, in elements and in attributes', () => {
    const text = `<script>alert("1")</script> & 'x'`;
    expect(`${html`<p title="${text}">${text}</p>`}`).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">' +
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
    );
  });

  test('keeps its own markup, alone and in lists', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(`${html`<ol>${items}</ol>${html`<br>`}`}`).toBe(
      '<ol><li>a</li><li>&lt;b&gt;</li></ol><br>',
    );
  });

  test('writes nothing for an absent value, and writes numbers', () => {
    expect(`${html`[${undefined}${false}${7}]`}`).toBe('[7]');
  });
});
