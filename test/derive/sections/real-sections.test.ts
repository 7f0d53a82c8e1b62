import { beforeAll, describe, expect, it } from 'vitest'
import { parseSections } from '../../../derive/sections/parse-sections.ts'
import type { SectionTree } from '../../../derive/sections/section-tree.ts'
import { type RealText, readRealTexts } from '../../support/derive/real-texts.ts'
import { expectPartition } from '../../support/derive/sections.ts'
import { realData } from '../../support/harness/real-data.ts'

const numbersOf = ({ sections }: SectionTree) =>
  sections.filter(({ kind }) => kind === 'section').map(({ number }) => number)

const upTo = (last: number) => Array.from({ length: last }, (_, index) => `${index + 1}`)

describe.skipIf(realData('govinfo-bill-text') === undefined)('the sections of the texts of Congress', () => {
  let texts: readonly RealText[] = []
  beforeAll(async () => {
    texts = await readRealTexts('govinfo-bill-text')
  })
  const treeOf = (name: string) => parseSections(texts.find((text) => text.name === name)!.text)

  it('divide every text without gaps, and have every line and every word', () => {
    expect(texts).toHaveLength(209)
    for (const { text } of texts) expectPartition(text, parseSections(text))
  })

  it('have the numbers of the printed bill, without its table of contents and the law that it quotes', () => {
    expect(numbersOf(treeOf('BILLS-119hr1eh'))).toHaveLength(334)
    expect(numbersOf(treeOf('BILLS-119hr1enr'))).toHaveLength(310)
    expect(numbersOf(treeOf('BILLS-119hr7147eah'))).toEqual(upTo(5))
    expect(numbersOf(treeOf('BILLS-118s1325rs'))).toEqual(upTo(10))
    expect(numbersOf(treeOf('BILLS-116hr1865eas'))).toEqual(['9'])
    expect(numbersOf(treeOf('BILLS-116hres1017rh'))).toEqual([null, ...upTo(8).slice(1)])
  })

  it('are the same in an enrolled bill and its public law', () => {
    const pathsOf = ({ sections }: SectionTree) =>
      sections
        .filter(({ kind }) => kind === 'section' || kind === 'group')
        .map(({ path, number }) => [...path, number])
    expect(pathsOf(treeOf('PLAW-119publ21'))).toEqual(pathsOf(treeOf('BILLS-119hr1enr')))
  })
})

describe.skipIf(realData('bill-texts') === undefined)('the sections of the texts of nine states', () => {
  let texts: readonly RealText[] = []
  beforeAll(async () => {
    texts = await readRealTexts('bill-texts')
  })
  const numbersIn = (name: string) => numbersOf(parseSections(texts.find((text) => text.name === name)!.text))

  it('divide every text without gaps, and have every line and every word', () => {
    expect(texts).toHaveLength(98)
    for (const { text } of texts) expectPartition(text, parseSections(text))
  })

  it('have the numbers of the printed bill, without the compacts that it enacts', () => {
    expect(numbersIn('bill_content_HB_131')).toEqual(upTo(32))
    expect(numbersIn('bill_content_HB_352')).toEqual(upTo(13))
    expect(numbersIn('25-0776-02000_INTRODUCED')).toEqual(upTo(40))
    expect(numbersIn('25-0776-07000_Enrollment')).toEqual(upTo(42))
    expect(numbersIn('S1284_Bill_Text')).toEqual(['1', '2'])
    expect(numbersIn('2291_Bill')).toEqual(upTo(34))
    expect(numbersIn('HB1046__HB1046')).toEqual(upTo(5))
    expect(numbersIn('SB0045_Introduced')).toEqual(upTo(3))
  })

  it('are found in texts that an extractor has put into one line', () => {
    expect(numbersIn('bill_content_Enrolled_HB_133')).toEqual(upTo(14))
    expect(numbersIn('bill_content_Enrolled_HB_173')).toEqual(upTo(14))
    expect(numbersIn('HB1704__HB1704')).toEqual(upTo(3))
    expect(numbersIn('HB1899__HB1899')).toEqual(upTo(3))
    expect(numbersIn('SB0045_Enrolled')).toEqual(upTo(9))
  })
})
