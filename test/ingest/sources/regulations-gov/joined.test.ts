import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../../ingest/source-interface/observation.ts'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import type { StoredOf } from '../../../../ingest/state/stored-entities.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { typesOf } from '../../../support/ingest/ingest-world.ts'
import {
  count,
  createJoinedWorld,
  nine,
  ofDockets,
  ofJournal,
  posted,
  printed,
} from '../../../support/ingest/joined-regulations.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const { database, forget, rows, ingest: announce, emitted: reported } = await createJoinedWorld()

describe('a Federal Register document and its regulations.gov documents', () => {
  it.each([
    ['the journal first', true],
    ['the dockets first', false],
  ])('are one regulation with all dockets, %s', async (_, is_journal_first) => {
    await forget()
    const emitted = [
      () => ofJournal(printed('2022-28376', '2023-01-13', { comments_close_on: '2023-03-10' })),
      () => ofDockets({ data: nine }, ...nine.map(({ id }, index) => count(id, index))),
    ]
    const names = ['federal-register', 'regulations-gov']
    for (const which of is_journal_first ? [0, 1] : [1, 0])
      await announce(names[which]!, await emitted[which]!())
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
  ])(
    'are one regulation if the journal names a document without a number, %s',
    async (_, is_journal_first) => {
      await forget()
      const journal = await ofJournal(
        printed('2015-00001', '2015-01-05', {
          regulations_dot_gov_info: { document_id: 'DOE-2015-0001-0001' },
        }),
      )
      const dockets = await ofDockets({ data: [posted('DOE-2015-0001-0001', '2015-01-07', null)] })
      if (is_journal_first) await announce('federal-register', journal)
      await announce('regulations-gov', dockets)
      await announce('federal-register', journal)
      expect(await rows()).toHaveLength(1)
    },
  )

  it('become one regulation if the dockets give the number late', async () => {
    await forget()
    const [journal] = await ofJournal(printed('2022-28376', '2023-01-13'))
    await announce('federal-register', [journal!])
    await announce('regulations-gov', await ofDockets({ data: [posted(nine[0]!.id, '2023-01-20', null)] }))
    expect(await rows()).toHaveLength(2)
    const late = { commentEndDate: '2023-03-15T03:59:59Z', lastModifiedDate: '2023-02-03T00:00:00Z' }
    await announce(
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

  it('are two regulations if the named document has another number', async () => {
    await forget()
    await announce(
      'federal-register',
      await ofJournal(
        printed('2022-11111', '2023-01-13', {
          regulations_dot_gov_info: { document_id: 'DOE-2023-0001-0001' },
        }),
      ),
    )
    await announce(
      'regulations-gov',
      await ofDockets({ data: [posted('DOE-2023-0001-0001', '2023-01-13', '2022-22222')] }),
    )
    expect(await rows()).toHaveLength(2)
  })

  it('are one regulation for each day if the number was reused, as before 2016', async () => {
    await forget()
    await announce(
      'federal-register',
      await ofJournal(printed('94-28063', '1994-11-15'), printed('94-28063', '1994-11-28')),
    )
    await announce(
      'regulations-gov',
      await ofDockets({ data: [posted('DOE-1994-0001-0001', '1994-11-28', 'FR Doc. 94- 28063')] }),
    )
    const held = (await rows()).map((row) => JSON.parse(row) as StoredOf['regulation'])
    expect(
      held.map(({ regulation }) => [regulation.publication_date, 'regulations_gov' in regulation.extras]),
    ).toEqual([
      ['1994-11-15', false],
      ['1994-11-28', true],
    ])
  })

  it('emit a comment period change when the docket extends the last day', async () => {
    await forget()
    await announce(
      'federal-register',
      await ofJournal(printed('2023-00001', '2023-01-13', { comments_close_on: '2023-07-05' })),
    )
    await reported()
    const until = (day: string, modified: string) =>
      posted('DOE-2023-0001-0001', '2023-01-13', '2023-00001', {
        commentEndDate: `${day}T03:59:59Z`,
        lastModifiedDate: modified,
      })
    await announce(
      'regulations-gov',
      await ofDockets({ data: [until('2023-07-06', '2023-02-01T00:00:00Z')] }),
    )
    const same_day = await reported()
    expect(same_day.filter(({ type }) => type.includes('period'))).toMatchObject([
      { body: { comment_period: { closes_on: '2023-07-05' } } },
    ])
    await announce(
      'regulations-gov',
      await ofDockets({ data: [until('2023-07-09', '2023-06-30T00:00:00Z')] }),
    )
    const extended = await reported()
    expect(typesOf(extended)).toEqual(['regulation.updated', 'regulation.comment_period_changed'])
    expect(extended[1]).toMatchObject({ body: { comment_period: { closes_on: '2023-07-08' } } })
  })

  it('emit nothing for an unchanged comment count, and one event for a new count', async () => {
    await forget()
    const [document] = nine
    await announce('regulations-gov', await ofDockets({ data: [document] }, count(document!.id, 3)))
    await reported()
    const again = async (comments: number, at: string) => {
      const [observation] = await ofDockets(count(document!.id, comments))
      const seen = {
        ...observation!,
        observed_at: at,
        parts: { comment_count: { count: comments, as_of: at } },
      }
      await announce('regulations-gov', [seen as Observation])
      return reported()
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

const recorded = realData('regulations-gov/v4_responses')

describe.skipIf(recorded === undefined)('the recorded answer of nine documents', () => {
  it('is one regulation in nine dockets, with the comments of all', async () => {
    await forget()
    const { observations } = await readSourceText(regulationsGov, recorded!)
    const answer = await readFile(
      `${recorded}/entry_regulations_dot_gov_importer_multi_document__00.200.json`,
      'utf8',
    )
    const ids = (JSON.parse(answer) as { data: { id: string }[] }).data.map(({ id }) => id)
    await announce('regulations-gov', observations)
    const held = (await rows()).map((row) => JSON.parse(row) as StoredOf['regulation'])
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
