import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../../ingest/observation.ts'
import type { HeldOf } from '../../../../ingest/observe/held.ts'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { createIngesting, typesOf } from '../../../support/ingesting.ts'
import { alone } from '../../../support/observations.ts'
import { readFrom, readWith } from '../../../support/reading.ts'
import { realData } from '../../../support/real-data.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngesting(database, settings)

const printed = (document_number: string, publication_date: string, more: object = {}) => ({
  document_number,
  publication_date,
  type: 'Proposed Rule',
  title: `Printed ${document_number}`,
  abstract: null,
  agencies: [
    { raw_name: 'DEPARTMENT OF ENERGY', name: 'Energy Department', id: 136, slug: 'energy-department' },
  ],
  docket_ids: [],
  regulation_id_numbers: [],
  cfr_references: [],
  topics: [],
  comments_close_on: null,
  page_views: { last_updated: '2024-01-29 20:15:06 -0500' },
  ...more,
})
const posted = (id: string, day: string, frDocNum: string | null, more: object = {}) => ({
  id,
  type: 'documents',
  attributes: {
    documentType: 'Proposed Rule',
    lastModifiedDate: '2023-02-01T01:00:45Z',
    frDocNum,
    withdrawn: false,
    agencyId: 'DOE',
    commentEndDate: null,
    commentStartDate: null,
    title: `Posted ${id}`,
    postedDate: `${day}T05:00:00Z`,
    docketId: id.slice(0, -5),
    subtype: null,
    objectId: id,
    ...more,
  },
})
const count = (id: string, comments: number) => ({
  data: { id, type: 'document-comments-received-counts', attributes: { count: comments } },
})

async function ofJournal(...documents: readonly object[]): Promise<readonly Observation[]> {
  return (await readWith(federalRegister, { 'a.json': { results: documents } })).observations
}
async function ofDockets(...answers: readonly object[]): Promise<readonly Observation[]> {
  const files = answers.map((answer, index) => [`${index}.json`, answer] as const)
  return (await readWith(regulationsGov, Object.fromEntries(files))).observations
}
const tell = (name: string, observations: readonly Observation[]) =>
  ingesting.run(alone(...observations), { name })

async function forget(): Promise<void> {
  await database.query(
    'TRUNCATE ingest.entity, ingest.outbox, ingest.source_jurisdiction, ingest.run CASCADE',
  )
}
async function rows(): Promise<string[]> {
  const { rows: held } = await database.query<{ content: HeldOf['regulation'] }>(
    `SELECT h.content FROM ingest.held h JOIN ingest.entity e ON e.id = h.entity_id WHERE e.entity_type = 'regulation'`,
  )
  return held.map(({ content }) => JSON.stringify(content)).sort()
}

const nine = Array.from({ length: 9 }, (_, index) => {
  // One is posted a day late.
  const day = index === 4 ? '2023-01-14' : '2023-01-13'
  return posted(`DOE-${index}-0001-0001`, day, '2022-28376', { commentEndDate: '2023-03-15T03:59:59Z' })
})

describe('a document of the Federal Register and those of regulations.gov', () => {
  it.each([
    ['the journal first', true],
    ['the dockets first', false],
  ])('are one regulation with all of its dockets, %s', async (_, is_journal_first) => {
    await forget()
    const told = [
      () => ofJournal(printed('2022-28376', '2023-01-13', { comments_close_on: '2023-03-10' })),
      () => ofDockets({ data: nine }, ...nine.map(({ id }, index) => count(id, index))),
    ]
    const names = ['federal-register', 'regulations-gov']
    for (const which of is_journal_first ? [0, 1] : [1, 0]) await tell(names[which]!, await told[which]!())
    const held = await rows()
    expect(held).toHaveLength(1)
    expect(JSON.parse(held[0]!)).toMatchObject({
      regulation: {
        title: 'Printed 2022-28376',
        publication_date: '2023-01-13',
        docket_ids: nine.map(({ attributes }) => attributes.docketId),
        extras: { regulations_gov: nine.map(({ id }) => ({ document_id: id })) },
      },
      comment_period: { closes_on: '2023-03-14', comment_count: 36 },
    })
  })

  it.each([
    ['the journal first', true],
    ['the dockets first', false],
  ])('are one where the journal names one without a number, %s', async (_, is_journal_first) => {
    await forget()
    const journal = await ofJournal(
      printed('2015-00001', '2015-01-05', {
        regulations_dot_gov_info: { document_id: 'DOE-2015-0001-0001' },
      }),
    )
    const dockets = await ofDockets({ data: [posted('DOE-2015-0001-0001', '2015-01-07', null)] })
    if (is_journal_first) await tell('federal-register', journal)
    await tell('regulations-gov', dockets)
    await tell('federal-register', journal)
    expect(await rows()).toHaveLength(1)
  })

  it('are one where the number of the dockets is entered late, or the journal names its document late', async () => {
    await forget()
    const [journal] = await ofJournal(printed('2022-28376', '2023-01-13'))
    await tell('federal-register', [journal!])
    await tell('regulations-gov', await ofDockets({ data: [posted(nine[0]!.id, '2023-01-20', null)] }))
    expect(await rows()).toHaveLength(2)
    const late = { commentEndDate: '2023-03-15T03:59:59Z', lastModifiedDate: '2023-02-03T00:00:00Z' }
    await tell(
      'regulations-gov',
      await ofDockets({ data: [posted(nine[0]!.id, '2023-01-20', '2022-28376', late)] }),
    )
    const [held, ...others] = await rows()
    expect((await database.query('SELECT FROM ingest.identity_dispute')).rowCount).toBe(0)
    expect(others.map((row) => JSON.parse(row))).toEqual([
      expect.objectContaining({ removed: expect.any(String) }),
    ])
    expect(JSON.parse(held!)).toMatchObject({
      regulation: { extras: { regulations_gov: [{ document_id: nine[0]!.id }] } },
      comment_period: { closes_on: '2023-03-14' },
    })
  })

  it('are two where the named one has another number', async () => {
    await forget()
    await tell(
      'federal-register',
      await ofJournal(
        printed('2022-11111', '2023-01-13', {
          regulations_dot_gov_info: { document_id: 'DOE-2023-0001-0001' },
        }),
      ),
    )
    await tell(
      'regulations-gov',
      await ofDockets({ data: [posted('DOE-2023-0001-0001', '2023-01-13', '2022-22222')] }),
    )
    expect(await rows()).toHaveLength(2)
  })

  it('are one for each day where a number was used again, as it was before 2016', async () => {
    await forget()
    await tell(
      'federal-register',
      await ofJournal(printed('94-28063', '1994-11-15'), printed('94-28063', '1994-11-28')),
    )
    await tell(
      'regulations-gov',
      await ofDockets({ data: [posted('DOE-1994-0001-0001', '1994-11-28', 'FR Doc. 94- 28063')] }),
    )
    const held = (await rows()).map((row) => JSON.parse(row) as HeldOf['regulation'])
    expect(
      held.map(({ regulation }) => [regulation.publication_date, 'regulations_gov' in regulation.extras]),
    ).toEqual([
      ['1994-11-15', false],
      ['1994-11-28', true],
    ])
  })

  it('an extension in the docket is an event, the printed day is kept in what was told before', async () => {
    await forget()
    await tell(
      'federal-register',
      await ofJournal(printed('2023-00001', '2023-01-13', { comments_close_on: '2023-07-05' })),
    )
    await ingesting.told()
    const until = (day: string, modified: string) =>
      posted('DOE-2023-0001-0001', '2023-01-13', '2023-00001', {
        commentEndDate: `${day}T03:59:59Z`,
        lastModifiedDate: modified,
      })
    await tell('regulations-gov', await ofDockets({ data: [until('2023-07-06', '2023-02-01T00:00:00Z')] }))
    const same_day = await ingesting.told()
    expect(same_day.filter(({ type }) => type.includes('period'))).toMatchObject([
      { body: { comment_period: { closes_on: '2023-07-05' } } },
    ])
    await tell('regulations-gov', await ofDockets({ data: [until('2023-07-09', '2023-06-30T00:00:00Z')] }))
    const extended = await ingesting.told()
    expect(typesOf(extended)).toEqual(['regulation.updated', 'regulation.comment_period_changed'])
    expect(extended[1]).toMatchObject({ body: { comment_period: { closes_on: '2023-07-08' } } })
  })

  it('a count that is asked for again and is the same tells nothing, another one only itself', async () => {
    await forget()
    const [document] = nine
    await tell('regulations-gov', await ofDockets({ data: [document] }, count(document!.id, 3)))
    await ingesting.told()
    const again = async (comments: number, at: string) => {
      const [observation] = await ofDockets(count(document!.id, comments))
      const seen = {
        ...observation!,
        observed_at: at,
        parts: { comment_count: { count: comments, as_of: at } },
      }
      await tell('regulations-gov', [seen as Observation])
      return ingesting.told()
    }
    expect(await again(3, '2026-12-01T00:00:00.000000Z')).toEqual([])
    expect(await again(4, '2026-12-02T00:00:00.000000Z')).toMatchObject([
      {
        type: 'regulation.comment_period_changed',
        body: {
          comment_period: {
            closes_on: '2023-03-14',
            comment_count: 4,
            comment_count_as_of: '2026-12-02T00:00:00.000000Z',
          },
        },
      },
    ])
  })
})

describe('any interleaving of the two sources', () => {
  it('ends in the same rows', async () => {
    const journal = [
      ...(await ofJournal(
        printed('2022-28376', '2023-01-13', { comments_close_on: '2023-03-10' }),
        printed('2015-00001', '2015-01-05', {
          regulations_dot_gov_info: { document_id: 'DOE-2015-0001-0001' },
        }),
        printed('2023-00007', '2023-02-01', {
          docket_ids: ['DOE-2023-0007'],
          regulation_id_numbers: ['1904-AB12'],
        }),
      )),
    ]
    const dockets = await ofDockets(
      { data: { id: 'DOE-2023-0007', type: 'dockets', attributes: { title: 'Pumps', rin: '1904-AB13' } } },
      { data: nine.slice(0, 4) },
      {
        data: [
          posted('DOE-2015-0001-0001', '2015-01-07', null),
          posted('DOE-2023-0007-0001', '2023-02-01', '2023–00007', { withdrawn: true }),
          posted('DOE-2023-0007-0002', '2023-02-03', '2023-00007', {
            commentEndDate: '2023-09-09T03:59:59Z',
          }),
        ],
      },
      { data: nine.slice(4) },
      count(nine[0]!.id, 3),
      count('DOE-2023-0007-0002', 5),
    )
    const sources = [
      ['federal-register', journal],
      ['regulations-gov', dockets],
    ] as const
    let expected: string[] | undefined
    const schedule = fc.array(
      fc.record({ which: fc.integer({ min: 0, max: 1 }), size: fc.integer({ min: 1, max: 6 }) }),
      {
        minLength: 2,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(schedule, async (turns) => {
        await forget()
        const at = [0, 0]
        const rest = sources.map((_, which) => ({ which, size: Number.POSITIVE_INFINITY }))
        for (const { which, size } of [...turns, ...rest]) {
          const [name, observations] = sources[which]!
          const some = observations.slice(at[which], at[which]! + size)
          at[which]! += some.length
          if (some.length > 0) await tell(name, some)
        }
        const ended = await rows()
        expected ??= ended
        expect(ended).toHaveLength(3)
        expect(ended).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

const recorded = realData('regulations-gov/v4_responses')

describe.skipIf(recorded === undefined)('the recorded answer of nine documents', () => {
  it('is one regulation in nine dockets, with the comments of all of them', async () => {
    await forget()
    const { observations } = await readFrom(regulationsGov, recorded!)
    const answer = await readFile(
      `${recorded}/entry_regulations_dot_gov_importer_multi_document__00.200.json`,
      'utf8',
    )
    const ids = (JSON.parse(answer) as { data: { id: string }[] }).data.map(({ id }) => id)
    await tell('regulations-gov', observations)
    const held = (await rows()).map((row) => JSON.parse(row) as HeldOf['regulation'])
    const found = held.filter(({ regulation }) => regulation.document_number === '2022-28376')
    expect(found).toHaveLength(1)
    expect(found[0]!.regulation.extras.regulations_gov).toMatchObject(
      ids.toSorted().map((document_id) => ({ document_id })),
    )
    expect(found[0]!.regulation.docket_ids).toHaveLength(9)
    expect(found[0]!.regulation.agencies.map(({ name }) => name)).toContain(
      'Agency for International Development',
    )
    expect(found[0]!.regulation.rins).toContain('2900-AR23')
    expect(found[0]!.comment_period).toMatchObject({ closes_on: '2023-03-14', comment_count: 10 })
  })
})
