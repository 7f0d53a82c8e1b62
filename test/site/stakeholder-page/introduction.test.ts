import { expect, it } from 'vitest'
import { introductionHtml, linkTo } from '../../../site/stakeholder-page/introduction.ts'

it('makes paragraphs, lines and links, and nothing else', () => {
  expect(introductionHtml('One\ntwo\n\n\nSee https://example.org/a_(b). <b>')).toBe(
    '<p>One<br>two</p><p>See <a href="https://example.org/a_(b" rel="nofollow noopener noreferrer">https://example.org/a_(b</a>). &#60;b&#62;</p>',
  )
  expect(introductionHtml('  \n ')).toBe('')
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'java\nscript:alert(1)',
  'nothing',
  '//evil.example',
])('makes no link of %j', (address) => {
  expect(linkTo(address, 'x')).toBe('x')
  expect(introductionHtml(address)).not.toContain('<a')
})
