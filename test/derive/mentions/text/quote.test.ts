import { expect, it } from 'vitest'
import { quoteOf } from '../../../../derive/mentions/text/quote.ts'

const quoteAt = (text: string, words: string) => {
  const start = text.indexOf(words)
  return quoteOf(text, { start, end: start + words.length })
}

it('a quote is the item of a list or the sentence that has the mention', () => {
  const text = 'Cargo security; H.R. 5 and S. 6, hives in gardens. Other matters / S. 9 - ports'
  expect(quoteAt(text, 'S. 6')).toBe('H.R. 5 and S. 6, hives in gardens.')
  expect(quoteAt(text, 'S. 9')).toBe('S. 9 - ports')
  expect(quoteAt('H.r. 2744 and S. 2803, farms', 'S. 2803')).toBe('H.r. 2744 and S. 2803, farms')
})

it('a long text is cut at spaces around the mention, and the mention stays', () => {
  const text = `${'before '.repeat(80)}H.R. 5 ${'after '.repeat(80)}`
  const quote = quoteAt(text, 'H.R. 5')
  expect(quote).toContain('H.R. 5')
  expect(quote.length).toBeLessThanOrEqual(250)
  expect(quote).toMatch(/^before .* after$/u)
})
