import { describe, expect, it } from 'vitest'
import { describeRun } from '../../../cli/ingest/report.ts'
import { listQuarantine, readQuarantined } from '../../../ingest/run-context/quarantine.ts'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { alone, bill, core, vote } from '../../support/builders/observations.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

function broken(identifier: string, parts: object, overrides: object = {}): Observation {
  return { ...bill(identifier), ...overrides, parts } as Observation
}

/** Each of these has a good neighbor in the same batch. */
const bad: readonly [string, Observation, string, RegExp][] = [
  [
    'a title of 2 MB',
    broken('HB 1', { core: core('HB 1', { title: 'x'.repeat(2 * 1024 * 1024) }) }),
    'record_too_large',
    /core\.title has 2097152 characters/,
  ],
  [
    'a title that is null',
    broken('HB 2', { core: { ...core('HB 2'), title: null } }),
    'record_invalid',
    /title/,
  ],
  ['actions that are not a list', broken('HB 3', { core: core('HB 3'), actions: {} }), 'record_invalid', /./],
  [
    'an invalid time',
    broken('HB 4', { core: core('HB 4') }, { observed_at: 'yesterday' }),
    'record_invalid',
    /observed_at is "yesterday"/,
  ],
  [
    'an event over 4 MB',
    broken('HB 5', {
      core: core('HB 5', { subjects: Array.from({ length: 60 }, (_, n) => `${n}`.padEnd(80_000, 'x')) }),
    }),
    'record_too_large',
    /./,
  ],
]

describe('a record that cannot be emitted', () => {
  it.each(bad)(
    'is quarantined with its bytes and the reason, and does not block others, for %s',
    async (_, observation, reason, detail) => {
      const good = bill(`SB ${observation.key.at(-1)}`)
      const counts = await ingesting.run(alone(good, observation))
      expect(counts).toMatchObject({ quarantined: 1, records: 2 })
      expect(typesOf(await ingesting.emitted())).toEqual(['bill.introduced', 'bill.status_changed'])
      const kept = (await listQuarantine(database, { reason })).at(-1)
      expect(kept).toMatchObject({ source: 'test-source', record: observation.record, form: 'observation' })
      expect(kept?.detail).toMatch(detail)
      const { bytes } = (await readQuarantined(database, kept?.id ?? 0))!
      expect(JSON.parse(bytes.toString())).toEqual(observation)
    },
  )

  it('is stored once, with a count of how often it came', async () => {
    const observation = bad[1]![1]
    await ingesting.run(alone(observation))
    const [kept] = await listQuarantine(database, { reason: 'record_invalid' })
    expect(kept).toMatchObject({ record: 'bill HB 2', times_seen: 2 })
  })

  it('is emitted when it arrives corrected', async () => {
    await ingesting.run(alone(bill('HB 2')))
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.introduced', 'bill.status_changed'])
  })

  it("is stored with the source's own bytes if the source rejects it", async () => {
    const rejection = {
      record: 'wa/bill.ndjson#7',
      reason: 'record_unreadable' as const,
      detail: 'truncated at \0',
      bytes: Buffer.from([0x7b, 0xff, 0x00]),
      jurisdiction: null,
    }
    const counts = await ingesting.run([{ kind: 'rejected', rejection }, ...alone(vote('HB 2', 'roll 1'))])
    expect(counts).toMatchObject({ records: 2, quarantined: 1, events: 1 })
    const [kept] = await listQuarantine(database, { reason: 'record_unreadable' })
    expect(kept).toMatchObject({ form: 'record', byte_count: 3 })
  })
})

describe('a dry run', () => {
  it('counts what it would emit and writes nothing', async () => {
    await ingesting.emitted()
    const size = async () =>
      (
        await database.query(
          'SELECT (SELECT count(*) FROM ingest.entity) AS entities, (SELECT count(*) FROM ingest.run) AS runs',
        )
      ).rows
    const before = await size()
    const counts = await ingesting.run(alone(bill('HB 90'), bad[0]![1]), { dry_run: true })
    expect(counts).toMatchObject({ entities: 2, events: 2, quarantined: 1 })
    expect(await ingesting.emitted()).toEqual([])
    expect(await size()).toEqual(before)
  })

  it('names no list of quarantined records, because it stores none', async () => {
    const text = async (dry_run: boolean) =>
      describeRun(await ingesting.run(alone(bill('HB 91'), bad[1]![1]), { dry_run }))
    const rolledBack = await text(true)
    expect(rolledBack).toContain(
      '1 records would be quarantined: a run without --dry-run stores each with its reason\na dry run:',
    )
    expect(rolledBack).not.toContain('legislog quarantine')
    expect(await text(false)).toContain('\nlegislog quarantine list --source test-source\n')
  })
})
