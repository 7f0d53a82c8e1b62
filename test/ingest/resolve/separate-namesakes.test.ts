import { describe, expect, it } from 'vitest'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { congressLegislators } from '../../../ingest/sources/congress-legislators/index.ts'
import { govinfoBillstatus } from '../../../ingest/sources/govinfo-billstatus/index.ts'
import { listDisputes } from '../../../ingest/state/identity-disputes.ts'
import { caseFolder } from '../../support/harness/case-files.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { readSourceFiles, readSourceText } from '../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const world = async () => {
  const { database, settings } = await createTestDatabase({ log_level: 'silent' })
  const ingesting = await createIngestWorld(database, settings)
  const contents = async (type: string) => {
    const { rows } = await database.query<{
      ocd_id: string
      content: Record<string, Record<string, unknown>>
    }>(
      `SELECT e.ocd_id, h.content FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id
       WHERE e.entity_type = $1 ORDER BY e.id`,
      [type],
    )
    return rows
  }
  const run = async (source: Source, files: Awaited<ReturnType<typeof readSourceText>>) =>
    ingesting.run(files.items, { name: source.name, mode: 'live' })
  return { database, contents, run }
}

const status = (title: string, day: string, number = '209', more = '', updated = '2023-06-01T05:00:00Z') =>
  `<?xml version="1.0"?><billStatus><bill><number>${number}</number><updateDate>${updated}</updateDate><type>HR</type>
  <congress>21</congress><title>${title}</title><actions><item><actionDate>${day}</actionDate><text>Introduced in House</text>
  <type>IntroReferral</type><actionCode>1000</actionCode></item>${more}</actions></bill></billStatus>`

describe('a second bill under one number', () => {
  it('with a fraction or Roman numeral is stored like any other (I14)', async () => {
    const { contents, run, database } = await world()
    const files = await readSourceText(govinfoBillstatus, caseFolder('I14'))
    expect(files.rejections).toEqual([])
    await run(govinfoBillstatus, files)
    const bills = (await contents('bill')).map(({ content }) => content.core!)
    const numbers = ['14', '209', '209 1/2', '209½', '9hr77', 'XIV']
    expect(new Map(bills.map(({ identifier, title }) => [identifier, title]))).toEqual(
      new Map(numbers.map((number) => [`HR ${number}`, `Lantern Act numbered ${number}`])),
    )
    // 209½ and 209 1/2 are one number but two bills, so an operator must look at them.
    expect((await listDisputes(database)).map(({ natural_key }) => natural_key)).toEqual([
      'ocd-division/country:us|21|HR209 1/2',
    ])
    expect(await run(govinfoBillstatus, files)).toMatchObject({ events: 0, quarantined: 0 })
  })

  it.each([
    ['newer', '2023-07-01T05:00:00Z'],
    ['at the same time', '2023-06-01T05:00:00Z'],
    ['older', '2023-05-01T05:00:00Z'],
  ])(
    'never overwrites the first, is reported as disputed, and then develops independently (%s)',
    async (_, updated) => {
      const { contents, run, database } = await world()
      const first = { 'a.xml': status('Lantern Act', '1830-02-01') }
      const second = { 'b.xml': status('Harbour Act', '1830-05-20', '209', '', updated) }
      await run(govinfoBillstatus, await readSourceFiles(govinfoBillstatus, { ...first, ...second }))
      const titles = async () => (await contents('bill')).map(({ content }) => content.core!.title)
      expect(await titles()).toEqual(['Lantern Act', 'Harbour Act'])
      const [dispute, ...rest] = await listDisputes(database)
      expect(rest).toEqual([])
      const [named, claimed_by] = await contents('bill')
      expect(dispute).toMatchObject({ named: named!.ocd_id, claimed_by: claimed_by!.ocd_id })
      const tabled = '<item><actionDate>1830-06-01</actionDate><text>Laid on the table</text></item>'
      const later = { 'b.xml': status('Harbour Act', '1830-05-20', '209', tabled, '2023-08-01T05:00:00Z') }
      const news = await run(
        govinfoBillstatus,
        await readSourceFiles(govinfoBillstatus, { ...later, ...first }),
      )
      expect(news.by_type).toEqual({ 'bill.action': 1 })
      expect((await contents('bill'))[1]!.content.actions).toHaveLength(2)
      expect(await titles()).toEqual(['Lantern Act', 'Harbour Act'])
    },
  )

  it('is not assumed if the same bill is retitled or its first day is corrected', async () => {
    const { contents, run, database } = await world()
    for (const [title, day] of [
      ['Lantern Act', '1830-02-01'],
      ['Harbour Act', '1830-02-01'],
      ['Harbour Act', '1830-02-02'],
    ] as const) {
      await run(govinfoBillstatus, await readSourceFiles(govinfoBillstatus, { 'a.xml': status(title, day) }))
    }
    expect(await contents('bill')).toHaveLength(1)
    expect(await listDisputes(database)).toEqual([])
  })
})

describe('two people with the same external id', () => {
  it('stay two, with a dispute, whichever of them the id names today (N55)', async () => {
    const { contents, run, database } = await world()
    const files = await readSourceText(congressLegislators, caseFolder('N55'))
    expect(files.rejections).toEqual([])
    await run(congressLegislators, files)
    const people = await contents('person')
    expect(people.map(({ content }) => [content.person!.name, content.person!.birth_date])).toEqual([
      ['Donna Newcomer', '1971-08-29'],
      ['Donald Oldtimer', '1787-01-01'],
    ])
    expect(people[0]!.ocd_id).toBe(files.of('person')[0]!.ocd_id)
    const disputes = await listDisputes(database)
    expect(new Set(disputes.map(({ named, claimed_by }) => `${named} ${claimed_by}`))).toEqual(
      new Set([`${people[0]!.ocd_id} ${people[1]!.ocd_id}`]),
    )
    expect(await run(congressLegislators, files)).toMatchObject({ events: 0, quarantined: 0 })
  })

  it('stay two if separate files report them one after the other', async () => {
    const { contents, run } = await world()
    const folder = caseFolder('N55')
    await run(
      congressLegislators,
      await readSourceText(congressLegislators, `${folder}/legislators-historical.yaml`),
    )
    await run(
      congressLegislators,
      await readSourceText(congressLegislators, `${folder}/legislators-current.yaml`),
    )
    expect((await contents('person')).map(({ content }) => content.person!.name)).toEqual([
      'Donald Oldtimer',
      'Donna Newcomer',
    ])
  })
})
