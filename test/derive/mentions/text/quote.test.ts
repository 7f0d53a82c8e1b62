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

it('a cut splits no character of two code units, and the mention stays', () => {
  for (const before of ['', ' ', 'x', '😀 ']) {
    const quote = quoteAt(`${before}${'😀'.repeat(200)}H.R. 5${'😀'.repeat(201)}`, 'H.R. 5')
    expect(quote).toContain('H.R. 5')
    expect(quote.isWellFormed()).toBe(true)
    expect(quote).not.toContain('\uFFFD')
    expect(quote.length).toBeLessThanOrEqual(242)
  }
})

it('each end of a sentence is judged by the words before it alone, in a text of any length', () => {
  const text = `${'See H.R. 4. '.repeat(80_000)}See H. Con. Res. 5. Next`
  expect(quoteAt(text, 'Res. 5')).toBe('See H. Con. Res. 5.')
})

it('a long text is cut at spaces around the mention, and the mention stays', () => {
  const text = `${'before '.repeat(80)}H.R. 5 ${'after '.repeat(80)}`
  const quote = quoteAt(text, 'H.R. 5')
  expect(quote).toContain('H.R. 5')
  expect(quote.length).toBeLessThanOrEqual(250)
  expect(quote).toMatch(/^before .* after$/u)
})
