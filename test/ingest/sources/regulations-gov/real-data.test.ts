import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runIngest } from '../../../../ingest/runs/run.ts'
import { commentDeadlines } from '../../../../ingest/schedule/timers.ts'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { regulationsGov } from '../../../../ingest/sources/regulations-gov/index.ts'
import { createLog } from '../../../../runtime/log.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'
import { collect } from '../../../support/harness/collect.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld } from '../../../support/ingest/ingest-world.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { STARTED_AT } from '../../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const folder = realData('regulations-gov')
const journal = realData('federal-register')
const YEARS = ['1960-2004', '2005', '2006', '2015', '2018', '2020', '2023']
const archiveOf = (year: string) => join(folder!, `daily_search_results_${year}.tar.gz`)

async function readAll(paths: readonly string[]) {
  const passed_over: Record<string, number> = {}
  const items = await collect(
    regulationsGov.read({
      paths,
      started_at: STARTED_AT,
      passed_over: (_, why) => {
        passed_over[why] = (passed_over[why] ?? 0) + 1
      },
    }),
  )
  const observations = items.flatMap((item) => (item.kind === 'observed' ? [...item.group] : []))
  const rejections = items.flatMap((item) => (item.kind === 'rejected' ? [item.rejection] : []))
  return { observations, rejections, passed_over }
}

describe.skipIf(folder === undefined)('the published regulations.gov data', () => {
  it.runIf(NIGHTLY)(
    'contain every document of each day, with no rejections',
    async () => {
      const { observations, rejections, passed_over } = await readAll(YEARS.map(archiveOf))
      expect(rejections).toEqual([])
      expect(passed_over).toEqual({})
      expect(observations).toHaveLength(46_034)
      expect(new Set(observations.map(({ record_key }) => record_key)).size).toBe(46_034)
      expect(observations.slice(0, 5_000).flatMap(faultsOf)).toEqual([])
      const documents = observations.flatMap((one) => (one.entity === 'regulation' ? [one] : []))
      const count = (is: (one: (typeof documents)[number]) => boolean) => documents.filter(is).length
      expect(count(({ parts }) => parts.regulation?.docket_ids.length === 0)).toBe(2_864)
      // 716 close before they open: 412 were entered late, and 304 have days that are years apart.
      expect(count(({ parts }) => parts.comment_period?.closes_on != null)).toBe(27_869)
      const impossible = documents.flatMap(({ parts }) =>
        Object.keys((parts.regulation?.extras.impossible_dates as object | undefined) ?? {}),
      )
      const times = (name: string) => impossible.filter((one) => one === name).length
      expect([times('commentStartDate'), times('commentEndDate'), impossible.length]).toEqual([412, 304, 716])
      const is_open_after_close = ({
        opens_on,
        closes_on,
      }: {
        opens_on: string | null
        closes_on: string | null
      }) => opens_on !== null && closes_on !== null && opens_on > closes_on
      expect(count(({ parts }) => is_open_after_close(parts.comment_period!))).toBe(0)
      expect(count(({ parts }) => parts.regulation?.state === 'withdrawn')).toBe(101)
      // 3,205 of 29,742 printed numbers are not valid.
      expect(count(({ key }) => !key.startsWith('regulations-gov|'))).toBe(26_537)
      const known_as = documents.map(
        ({ key, also_keys }) => also_keys!.find((one) => one.startsWith('fr|')) ?? key,
      )
      expect(new Set(known_as).size).toBe(44_195)
    },
    60_000,
  )

  it.runIf(NIGHTLY)(
    'have documents with the date of their daily file, except for ten withdrawn ones',
    async () => {
      const { observations } = await readAll([archiveOf('2006')])
      const other = observations.filter(({ record, parts }) => {
        const [, file] = /(\d{4}_\d{2}_\d{2})\.json/.exec(record)!
        return 'regulation' in parts && parts.regulation?.publication_date !== file!.replaceAll('_', '-')
      })
      expect(observations).toHaveLength(6_140)
      expect(other).toHaveLength(10)
      // Each is withdrawn, and its file is of the day before.
      expect(
        other.every(({ parts }) => 'regulation' in parts && parts.regulation?.state === 'withdrawn'),
      ).toBe(true)
    },
  )

  it('include recorded answers, in which only errors are rejected', async () => {
    const { observations, rejections, passed_over } = await readAll([join(folder!, 'v4_responses')])
    expect(observations.length).toBeGreaterThan(900)
    expect(observations.flatMap(faultsOf)).toEqual([])
    expect(
      rejections.map(({ detail }) => detail.replace(/(is an error: (?:\S+ ){2}).*/u, '$1…')).sort(),
    ).toEqual([
      'postedDate is null, not a date',
      'postedDate is null, not a date',
      'the answer is an error: 400 Invalid …',
      'the answer is an error: 400 Invalid …',
      'the answer is an error: 400 Invalid …',
      'the answer is an error: 400 Request …',
      'the answer is an error: 500 INTERNAL_SERVER_ERROR …',
      'the answer is an error: 500 INTERNAL_SERVER_ERROR …',
      'the answer is an error: API_KEY_INVALID An …',
      'the answer is an error: API_KEY_INVALID An …',
    ])
    expect(passed_over).toEqual({
      'a docket: published with its documents': 12,
      'lies in a docket, and is no rule, proposed rule or notice': 8,
      'no document: comments': 27,
      'when the answers beside it were given': 1,
    })
  })
})

describe.skipIf(folder === undefined || journal === undefined)(
  'regulations.gov and the Federal Register in one database',
  () => {
    it('give one row for each regulation, and a second run emits nothing', async () => {
      const { database, settings } = await createTestDatabase({ log_level: 'silent' })
      const { codec } = await createIngestWorld(database, settings)
      const log = createLog('test', 'silent')
      const clock = createManualClock()
      const run = (source: Source, ...paths: readonly string[]) =>
        runIngest({ source, paths, settings, database, codec, log, clock })

      const dockets = [archiveOf('2023'), join(folder!, 'v4_responses')]
      const first = await run(regulationsGov, ...dockets)
      const printed = await run(federalRegister, journal!)
      expect(first.quarantined).toBe(10)
      expect(printed.quarantined).toBe(0)
      expect(printed.by_type['regulation.published']).toBe(1_146)

      const { rows } = await database.query<{ state: string; regulations: number }>(
        `SELECT h.content #>> '{regulation,state}' AS state, count(*) AS regulations FROM ingest.stored_entity h
       JOIN ingest.entity e ON e.id = h.entity_id WHERE e.entity_type = 'regulation' AND h.content->'regulation' IS NOT NULL
       GROUP BY 1 ORDER BY 1`,
      )
      expect(rows).toEqual([
        { state: 'published', regulations: 5_175 },
        { state: 'withdrawn', regulations: 15 },
      ])
      expect(first.by_type['regulation.published']! + printed.by_type['regulation.published']!).toBe(5_190)

      // All comment periods were over when they were first observed.
      expect(await commentDeadlines.run({ settings, database, codec, log, clock })).toBe(0)

      const again = [await run(regulationsGov, ...dockets), await run(federalRegister, journal!)]
      expect(again.map(({ events }) => events)).toEqual([0, 0])
    }, 120_000)
  },
)
