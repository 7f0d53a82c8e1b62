import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SearchVector, vectorOf } from '../../../runtime/words/search-vector.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()
const asWritten = async (vector: string) =>
  (await database.query<{ words: string }>('SELECT ($1::tsvector)::text AS words', [vector])).rows[0]!.words

describe('a search vector', () => {
  it('is written as Postgres writes it', async () => {
    const words = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('tax', 'non-compete', 'éa', 'z', '﨎', '𐐨')),
    )
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom('A', 'B', 'C', 'D'), async (text, weight) => {
        const vector = new SearchVector()
        vector.add(text.join(' '), weight)
        vector.addLines(text.join('\n'), 'B')
        expect(await asWritten(vector.toString())).toBe(vector.toString())
      }),
      { numRuns: 200 },
    )
  })

  it('contains weights and positions, and keeps texts apart', () => {
    const vector = new SearchVector()
    vector.add('Water rights', 'A')
    vector.addLines('Water\nFees', 'B')
    expect(vector.toString()).toBe("'fee':24B 'right':2A 'water':1A,13B")
  })

  it('contains the beginning of a text that is too long for Postgres', async () => {
    const vector = new SearchVector()
    const text = Array.from({ length: 400_000 }, (_, n) => `w${n.toString(36)}x`).join(' ')
    expect(vector.add(text)).toBeLessThan(text.length)
    expect((await asWritten(vector.toString())).length).toBeGreaterThan(500_000)
    expect(await asWritten(vectorOf('water '.repeat(100_000)))).toMatch(/^'water':1,2,3/)
  })
})
