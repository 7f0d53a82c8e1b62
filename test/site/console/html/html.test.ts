import { expect, it } from 'vitest'
import { html, Markup } from '../../../../site/console/html/html.ts'

it('values are escaped, markup is not, lists are joined, and nothing is written for what is missing', () => {
  const value = `<b a="1" c='2'>&`
  expect(html`<p title="${value}">${value}</p>`.text).toBe(
    '<p title="&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;">&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;</p>',
  )
  expect(html`${[html`<i>${1}</i>`, new Markup('<hr>'), '<']}`.text).toBe('<i>1</i><hr>&#60;')
  expect(html`a${null}${undefined}${false}${0}${''}b`.text).toBe('a0b')
})
