import { describe, expect, it } from 'vitest'
import { readModelBills } from '../../../../bench/derive/model-bills.ts'
import { comparedContent } from '../../../../derive/copycats/comparing/read-compared-text.ts'
import { noGeneration } from '../../../../derive/copycats/generation/generation.ts'
import { bandOf } from '../../../../derive/copycats/passages/band.ts'
import {
  type ComparedText,
  comparePairs,
  compareTexts,
  type TextPair,
  textLibrary,
} from '../../../../derive/copycats/passages/compare-texts.ts'
import { modelFamilies } from '../../../../derive/copycats/passages/model-families.ts'
import { modelLegislation } from '../../../../ingest/sources/model-legislation/index.ts'
import { type RealText, readRealTexts } from '../../../support/derive/real-texts.ts'
import { versionText } from '../../../support/derive/version-texts.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const one = () => 1

/** A sentence of so many words that no other number has. */
const sentence = (name: string, words: number): string =>
  `${Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ')}.`

const compared = (id: number, ...lines: readonly string[]): ComparedText => ({
  id,
  ...comparedContent(versionText(lines), noGeneration),
})

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/['’]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What stands at the places of a span, in both texts. */
function quotes({ here, other, of_here }: TextPair): [string[], string[]][] {
  const [mine, theirs] = [[...here.text], [...other.text]]
  return of_here.spans.map((span) => [
    wordsIn(mine.slice(span.this.start, span.this.end).join('')),
    wordsIn(theirs.slice(span.other.start, span.other.end).join('')),
  ])
}

const law = `${sentence('hive', 70)} ${sentence('swarm', 50)}`

describe('two texts', () => {
  it('share a passage with its places in the sections of both', () => {
    const bill = compared(1, 'A BILL about 🐝 bees', 'Section 1. Short title.', `Section 2. ${law}`)
    const model = compared(2, `Section 7. ${law.toUpperCase()}`, sentence('other', 90))
    const [pair] = compareTexts(bill, textLibrary([model]), one)
    expect(pair!.of_here).toMatchObject({
      matched_words: 120,
      longest_run: 120,
      distinctiveness: 120,
      spans: [{ this: { section: '2' }, other: { section: '7' } }],
    })
    // A stretch has eight words: 211 words in a row have 204 of them, and 120 words have 113. The number of the section is no word.
    expect(pair!.of_here.overlap.of_other).toBeCloseTo(113 / 204, 3)
    const [[mine, theirs]] = quotes(pair!) as [[string[], string[]]]
    expect(mine).toEqual(theirs)
    expect(mine).toHaveLength(120)
    expect(pair!.of_here.spans[0]!.excerpt).toMatch(/^hive0 hive1 .* …$/u)
  })

  it('give the same pair whichever of them is new', () => {
    const texts = [
      compared(1, law, sentence('a', 30)),
      compared(2, sentence('b', 30), law.replace('hive30', 'queen')),
      compared(3, sentence('c', 10), law, law),
    ]
    const byIds = (pairs: readonly TextPair[]) =>
      pairs
        .map(({ here, other, of_here, of_other }) => [here.id, other.id, of_here, of_other] as const)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
    const all = texts.map((text) =>
      byIds(
        comparePairs(
          text,
          texts.filter((other) => other !== text),
          one,
        ),
      ),
    )
    const pairOf = (a: number, b: number) =>
      all.flatMap((pairs) => pairs.filter(([x, y]) => x === a && y === b))
    for (const [a, b] of [
      [1, 2],
      [1, 3],
      [2, 3],
    ] as const) {
      const [first, second, ...more] = pairOf(a, b)
      expect(first).toBeDefined()
      expect(second).toEqual(first)
      expect(more).toEqual([])
    }
  })

  it.each([
    ['near_identical', 130, 20],
    ['substantial', 100, 200],
    ['partial', 60, 200],
  ] as const)('are %s if they share %i words beside %i others each', (band, shared, own) => {
    const passage = sentence('shared', shared)
    const bill = compared(1, passage, sentence('a', own))
    const [pair] = compareTexts(bill, textLibrary([compared(2, sentence('b', own), passage)]), one)
    expect(bandOf(pair!.of_here)).toBe(band)
  })

  it('models that have the same passages of a bill are one family', () => {
    const models = [
      compared(10, law, sentence('x', 20)),
      compared(11, sentence('y', 20), law),
      compared(12, sentence('other', 80)),
    ]
    const bill = compared(1, law, sentence('other', 80))
    const families = modelFamilies(compareTexts(bill, textLibrary(models), one))
    expect(
      families.map(({ first, further }) => [first.other.id, further.map(({ other }) => other.id)]),
    ).toEqual([
      [10, [11]],
      [12, []],
    ])
  })
})

/** Outside of the nightly run, every second. */
const isInThisRun = (_: unknown, index: number): boolean => NIGHTLY || index % 2 === 0

const hasTexts = realData('bill-texts') !== undefined

describe.skipIf(!hasTexts)('the real texts of states', () => {
  it('every span is equal in both texts', async () => {
    const texts = longest(await readRealTexts('bill-texts'))
      .filter(isInThisRun)
      .map(({ text }, id) => ({
        id,
        ...comparedContent(text, noGeneration),
      }))
    const library = textLibrary(texts)
    let spans = 0
    for (const text of texts) {
      for (const pair of compareTexts(text, library, one)) {
        for (const [mine, theirs] of quotes(pair)) {
          spans += 1
          expect(mine).toEqual(theirs)
        }
      }
    }
    expect(spans).toBeGreaterThan(NIGHTLY ? 200 : 20)
  }, 60_000)
})

const collections = realData('model-legislation')

describe.skipIf(collections === undefined)('the real collections of models and bills', () => {
  it('share no options of PDF programs and no menus of sites', async () => {
    const read = await readSourceText(modelLegislation, collections!)
    const models = read.items.flatMap((item) =>
      item.kind === 'observed' ? [versionText(item.objects![1]!.bytes.toString().split('\n'))] : [],
    )
    // The pages of publishers are models: the source takes the menus away.
    const bills = (await readModelBills(collections!)).filter(({ name }) =>
      /^labeled bill (?!(?:23|29|40|43)$)/u.test(name),
    )
    const texts = [...models, ...bills.map(({ text }) => text)].map((text, id) => ({
      id,
      ...comparedContent(text, noGeneration),
    }))
    expect(texts.filter(({ text }) => text.includes('AntiAliasColorImages')).length).toBeGreaterThan(2)
    const library = textLibrary(texts)
    const shared = texts
      .flatMap((text) => compareTexts(text, library, one).filter(({ other }) => other !== text))
      .flatMap(({ of_here }) => of_here.spans.map(({ excerpt }) => excerpt))
    expect(shared.length).toBeGreaterThan(1_000)
    const wrong = shared.filter((excerpt) =>
      /AntiAlias|ColorImage|NeverEmbed|Skip to|JavaScript|Join ALEC|Site Search/iu.test(excerpt),
    )
    expect(wrong).toEqual([])
  }, 60_000)
})

/** The longest text of each bill. */
const longest = (texts: readonly RealText[]): RealText[] =>
  [...Map.groupBy(texts, ({ bill }) => bill).values()].map(
    (versions) => versions.toSorted((a, b) => b.text.text.length - a.text.text.length)[0]!,
  )
