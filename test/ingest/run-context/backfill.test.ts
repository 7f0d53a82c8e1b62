import { describe, expect, it } from 'vitest'
import { alone, bill, DIVISION } from '../../support/builders/observations.ts'
import { createIngestWorld, type IngestOptions } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

const bills = (from: number, to: number, title = 'A') =>
  alone(...Array.from({ length: to - from }, (_, index) => bill(`HB ${from + index}`, { title })))

async function backfillOf(
  items: Parameters<typeof ingesting.run>[0],
  options: IngestOptions,
): Promise<{ backfill: number; live: number }> {
  await ingesting.run(items, options)
  const reported = await ingesting.emitted()
  const backfill = reported.filter((event) => event.backfill).length
  return { backfill, live: reported.length - backfill }
}
/** The introduction and the first status. */
const EVENTS_OF_A_BILL = 2

describe('the backfill mark', () => {
  it('is set on all events of a source in a jurisdiction until one of its runs succeeds', async () => {
    const name = 'first-run'
    const failing = ingesting.run(
      [
        ...bills(0, 3),
        {
          kind: 'observed',
          get group(): never {
            throw new Error('the source broke')
          },
        },
      ],
      { name },
    )
    await expect(failing).rejects.toThrow('the source broke')
    await ingesting.emitted()
    expect(await backfillOf(bills(0, 5), { name })).toEqual({ backfill: 5 * EVENTS_OF_A_BILL, live: 0 })
    expect(await backfillOf(bills(5, 7), { name })).toEqual({ backfill: 0, live: 2 * EVENTS_OF_A_BILL })
    expect(await backfillOf(bills(0, 2, 'B'), { name })).toEqual({ backfill: 0, live: 2 })
  })

  it('stays set after a run that could read nothing', async () => {
    const name = 'unreadable'
    const rejection = {
      record: 'bill.json',
      reason: 'record_invalid' as const,
      detail: 'session is missing',
      bytes: Buffer.from('{}'),
      jurisdiction: DIVISION,
    }
    const nothing = await ingesting.run([{ kind: 'rejected', rejection }], { name })
    expect(nothing).toMatchObject({ records: 1, quarantined: 1 })
    expect(await backfillOf(bills(0, 3, 'C'), { name })).toMatchObject({ live: 0 })
    expect(await backfillOf(bills(0, 3, 'D'), { name })).toMatchObject({ backfill: 0 })
  })

  it('is set on a bulk load: over 200 new entities, and over a fifth of those stored', async () => {
    const name = 'bulk'
    await backfillOf(bills(1000, 1010), { name })
    const mixed = [...bills(1000, 1003, 'B'), ...bills(1010, 1211)]
    expect(await backfillOf(mixed, { name, settings: { ingest_batch_entities: 50 } })).toEqual({
      backfill: 201 * EVENTS_OF_A_BILL,
      live: 3,
    })
  })

  it('is not set on a large addition that is small beside the stored entities', async () => {
    const name = 'large'
    await backfillOf(bills(2000, 3100), { name })
    expect(await backfillOf(bills(3100, 3310), { name })).toEqual({
      backfill: 0,
      live: 210 * EVENTS_OF_A_BILL,
    })
  })

  it('is decided at the end of the input; until then events wait in a file, and none is lost', async () => {
    const name = 'large'
    const waiting = bills(3400, 3650, 'Lines\u2028that end\u2029nowhere')
    expect(await backfillOf(waiting, { name, settings: { ingest_batch_entities: 70 } })).toEqual({
      backfill: 0,
      live: 250 * EVENTS_OF_A_BILL,
    })
    expect(await backfillOf(waiting, { name })).toEqual({ backfill: 0, live: 0 })
  })

  it('is set once on changes from a new mapper version', async () => {
    const name = 'mapper'
    await backfillOf(bills(4100, 4103), { name })
    expect(await backfillOf(bills(4100, 4102, 'B'), { name, mapper_version: 2 })).toEqual({
      backfill: 2,
      live: 0,
    })
    expect(await backfillOf(bills(4100, 4102, 'C'), { name, mapper_version: 2 })).toEqual({
      backfill: 0,
      live: 2,
    })
  })

  it('is not set on changes after a new mapper version has read the same content', async () => {
    const name = 'archive'
    await backfillOf(bills(5000, 5003), { name })
    expect(await backfillOf(bills(5000, 5003), { name, mapper_version: 2 })).toEqual({ backfill: 0, live: 0 })
    expect(await backfillOf(bills(5000, 5003, 'B'), { name, mapper_version: 2 })).toEqual({
      backfill: 0,
      live: 3,
    })
  })

  it('follows the mode that the caller sets', async () => {
    const name = 'override'
    expect(await backfillOf(bills(6000, 6001), { name, mode: 'live' })).toEqual({ backfill: 0, live: 2 })
    expect(await backfillOf(bills(6000, 6001, 'B'), { name, mode: 'backfill' })).toEqual({
      backfill: 1,
      live: 0,
    })
  })
})
