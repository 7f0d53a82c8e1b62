import { expect, it } from 'vitest'
import { diffSectionTrees } from '../../../derive/diff/diff-section-trees.ts'
import { htmlDiff } from '../../../derive/diff-formats/html-diff.ts'
import { type GivenSection, sectionTree } from '../../support/derive/section-trees.ts'

const html = (from: readonly GivenSection[], to: readonly GivenSection[]) =>
  htmlDiff(diffSectionTrees(sectionTree(from), sectionTree(to)), { from: 'Introduced', to: 'A & B <1>' })

it('shows each change with an element and a text label', () => {
  const shown = html(
    [{ number: '3', heading: 'Fines', lines: ['The fine is $4,000 for each day.'] }],
    [{ number: '3', heading: 'Fines', lines: ['The fine is $5,500 for each day.'] }],
  )
  expect(shown).toContain('<h3>Section 3: Fines (changed)</h3>')
  expect(shown).toMatch(/<del>.*removed: .*\$4,000.*<\/del><ins>.*added: .*\$5,500.*<\/ins> for each day\./u)
})

it('escapes every text', () => {
  const attack = '<script>alert("x")</script> & more'
  const shown = html([{ lines: ['words'] }], [{ number: '<b>', heading: attack, lines: [attack] }])
  expect(shown).not.toMatch(/<script|<b>|alert\("|<1>/u)
})

it('needs no style, no script and no event handler, so any policy of a page allows it', () => {
  expect(html([{ lines: ['a b'] }], [{ lines: ['a c'] }])).not.toMatch(/style|<script|\son\w+=/u)
})
