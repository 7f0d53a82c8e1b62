import { expect, it } from 'vitest'
import { officialDigest } from '../../../derive/summary/official-digest.ts'

const digest = (title: string, ...abstracts: (readonly [abstract: string, note?: string])[]) =>
  officialDigest({ title, abstracts: abstracts.map(([abstract, note = '']) => ({ abstract, note })) })

it('a digest that only repeats the title is none', () => {
  expect(digest('Relating to the use of water', ['Relating to the use of water.'])).toBeNull()
  expect(digest('Relating to the use of water', ['N/A'], [''])).toBeNull()
})

it('the digest of the latest stage is chosen, and of equal ones the longest', () => {
  const found = digest(
    'Water',
    ['Requires wells to be tested each year by the owner.', 'Introduced in House'],
    ['Requires wells to be tested.', 'Passed House'],
  )
  expect(found).toEqual({ text: 'Requires wells to be tested.', note: 'Passed House' })
  expect(digest('Water', ['Pays for new wells.'], ['Pays for new wells and pumps.'])?.text).toBe(
    'Pays for new wells and pumps.',
  )
})

it('markup is removed, and words that Oregon prints as deleted are not shown', () => {
  const html =
    '<p>Directs [<i>law enforcement</i>]<b> investigators</b> to review <b>evidence &amp; files</b>.</p>'
  expect(digest('Death', [html])?.text).toBe('Directs investigators to review evidence & files.')
})

it('a very long digest is cut after a sentence', () => {
  const text = digest('Taxes', ['The act changes one tax of many. '.repeat(100)])!.text
  expect(text.length).toBeLessThanOrEqual(1_500)
  expect(text.endsWith('many.')).toBe(true)
})
