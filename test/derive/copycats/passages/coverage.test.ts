import { describe, expect, it } from 'vitest'
import { comparedContent } from '../../../../derive/copycats/comparing/read-compared-text.ts'
import { noGeneration } from '../../../../derive/copycats/generation/generation.ts'
import { compareTexts, textLibrary } from '../../../../derive/copycats/passages/compare-texts.ts'
import { versionText } from '../../../support/derive/version-texts.ts'

const words = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name}x${at}y`)

const overlapOf = (mine: string, theirs: string) => {
  const [here, there] = [mine, theirs].map((text, id) => ({
    id,
    ...comparedContent(versionText([text]), noGeneration),
  }))
  return compareTexts(here!, textLibrary([there!]), () => 1)[0]!.of_here.overlap
}

describe('the overlap of two texts', () => {
  it('is the share of their stretches of eight words: a changed word costs eight of them', () => {
    const law = words('hive', 107)
    const changed = law.with(50, 'queen')
    expect(overlapOf(law.join(' '), law.join(' '))).toEqual({ of_this: 1, of_other: 1 })
    expect(overlapOf(law.join(' '), changed.join(' '))).toEqual({ of_this: 0.92, of_other: 0.92 })
  })

  it('does not fall with the numbers of lines that one of them prints among its words', () => {
    const law = words('hive', 120)
    const numbered = law.flatMap((word, at) => (at % 12 === 0 ? [String(at / 12 + 1), word] : [word]))
    expect(overlapOf(law.join(' '), numbered.join(' '))).toEqual({ of_this: 1, of_other: 1 })
  })

  it('counts a passage that a text prints again once', () => {
    const law = words('hive', 100).join(' ')
    expect(overlapOf(law, `${law} ${law}`).of_this).toBe(1)
    expect(overlapOf(`${law} ${law}`, law).of_this).toBeGreaterThan(0.9)
  })

  it('is the share of each text', () => {
    const law = words('hive', 107)
    const longer = [...law, ...words('swarm', 100)]
    expect(overlapOf(law.join(' '), longer.join(' '))).toEqual({ of_this: 1, of_other: 0.5 })
  })
})
