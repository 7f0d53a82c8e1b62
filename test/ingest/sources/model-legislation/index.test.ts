import { describe, expect, it } from 'vitest'
import { modelLegislation } from '../../../../ingest/sources/model-legislation/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { type Read, readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'

const law =
  'Section 1. {Short title.} This act may be cited as the Bee Protection Act.\nSection 2. No person shall remove a hive from land of another person without the written consent of the owner of the hive, and every removal shall be reported to the county within thirty days.'
const ALEC = 'American Legislative Exchange Council'

const modelsIn = (read: Read) => read.of('model_text').map(({ parts }) => parts.model_text!)
const textsIn = (read: Read): string[] =>
  read.items.flatMap((item) => (item.kind === 'observed' ? [item.objects![1]!.bytes.toString()] : []))

describe('model-legislation', () => {
  it('takes a bill out of the summary above it and the notes below it, and reads its first day', async () => {
    const billText = `\nSummary\nIt protects bees.\n\nModel Legislation\n${law}\n\nAdopted by the Task Force at the Annual Meeting\nJuly 27, 2000.\nApproved by full ALEC Board of Directors August, 2000.\n\n`
    const read = await readSourceFiles(modelLegislation, {
      'crime.json': { bills: [{ billId: 'Bee Protection Act Exposed', billText }] },
    })
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    expect(modelsIn(read)).toMatchObject([
      { title: 'Bee Protection Act', publisher: ALEC, url: null, published_on: '2000-07-27' },
    ])
    expect(textsIn(read)[0]).toContain('without the written consent of the owner')
    expect(textsIn(read)[0]).not.toMatch(/protects bees|Adopted|Approved|Model Legislation/u)
  })

  it('takes pages of publishers from a list of pages, and passes over bills and laws', async () => {
    const page = `Bee Protection Act - ALEC - American\n\tDonate\n\tJoin ALEC\n\tBlog\n${law}\n\nApproved by ALEC Board of Directors in 2010.\nKeyword Tags: Bees\n© 2015 ALEC`
    const read = await readSourceFiles(modelLegislation, {
      'labeled.json': {
        '0': { url: 'http://www.alec.org/model-legislation/bees/', text: page, match: 1 },
        '1': { url: 'http://www.azleg.gov/bills/hb2505p.pdf', text: law, match: 1 },
      },
    })
    expect(modelsIn(read)).toMatchObject([
      {
        title: 'Bee Protection Act',
        publisher: ALEC,
        url: 'http://www.alec.org/model-legislation/bees/',
        published_on: '2010',
      },
    ])
    expect(textsIn(read)[0]).not.toMatch(/Donate|Keyword|2015/u)
    expect(read.passed_over).toEqual([
      ['labeled.json#1', 'not at the address of a publisher of models: a bill or a law'],
    ])
  })

  it('reads a library of your own, one text a line', async () => {
    const text = { title: 'Hive Act', publisher: 'Bee Society', url: 'https://bees.example/1', text: law }
    const read = await readSourceFiles(modelLegislation, {
      'own.ndjson': [{ ...text, published_on: '2024-05', family: 'hives' }, text.title],
    })
    expect(modelsIn(read)).toMatchObject([
      { publisher: 'Bee Society', published_on: '2024-05', family: 'hives' },
    ])
    expect(read.rejections).toHaveLength(1)
  })

  it.each([
    ['url', { url: 'bees' }, /^url is "bees", not a web address/u],
    ['published_on', { published_on: 'May' }, /^published_on is "May"/u],
    ['title', { title: '' }, /^title is ""/u],
    ['publisher', { publisher: undefined }, /^publisher is missing/u],
    ['text', { text: 'Click here.' }, /^text is "Click here.", not a bill: it has 2 words/u],
    ['text', { text: 'https://a.example/1 '.repeat(40) }, /not a bill/u],
  ])('a text with a wrong %s is rejected with the field and the value', async (_field, wrong, detail) => {
    const read = await readSourceFiles(modelLegislation, {
      'own.json': { title: 'Hive Act', publisher: 'Bee Society', text: law, ...wrong },
    })
    expect(read.rejections).toMatchObject([
      { reason: 'record_invalid', detail: expect.stringMatching(detail) },
    ])
    expect(read.observations).toEqual([])
  })

  it('options of a PDF program are no words of a model', async () => {
    const options = '<<\n  /ASCII85EncodePages false\n  /AntiAliasColorImages false\n>> setdistillerparams\n'
    const read = await readSourceFiles(modelLegislation, {
      'own.json': { title: 'Hive Act', publisher: 'Bee Society', text: `${law}\n${options.repeat(3)}` },
    })
    expect(textsIn(read)[0]).not.toMatch(/ASCII85|AntiAlias|setdistiller/u)
  })

  it('one text that a collection lists twice is one model', async () => {
    const bill = { billId: 'Bee Act Exposed', billText: law }
    const read = await readSourceFiles(modelLegislation, { 'a.json': { bills: [bill, bill] } })
    expect(read.observations).toHaveLength(1)
    expect(read.copies).toEqual({ model_text: 1 })
  })
})

const folder = realData('model-legislation')

it.skipIf(folder === undefined)(
  'the real collections give each model once, and say what is none',
  async () => {
    const read = await readSourceText(modelLegislation, folder!)
    expect(read.observations.flatMap(faultsOf)).toEqual([])
    const models = modelsIn(read)
    expect(models).toHaveLength(148)
    expect(read.copies).toEqual({ model_text: 1 })
    expect(read.rejections).toMatchObject([{ record: expect.stringMatching(/labeled_bills\.json.*#44$/u) }])
    expect(models.filter(({ published_on }) => published_on === null).length).toBeLessThan(20)
    const left = textsIn(read)
      .flatMap((text) => text.split('\n'))
      .filter((line) =>
        /AntiAlias|Join ALEC|TopStamp|Keyword Tags|^Approved by (?:the )?(?:full )?ALEC/u.test(line),
      )
    expect(left).toEqual([])
  },
)
