import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markDropping } from '../../projections/read-schemas/drop-read-schema.ts'
import type { RebuildOptions, RebuildReport } from '../../projections/rebuild/rebuild-context.ts'
import { findUnfinished } from '../../projections/rebuild/record/rebuild-record.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { readTopic } from '../support/log/read-topic.ts'
import { rebuildOf } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let bill: { id: number; ocd_id: string }

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
})

beforeEach(async () => {
  const { rows } = await service.database.query<typeof bill>(
    `SELECT id, ocd_id FROM read_0001.bills WHERE identifier = 'HB 7'`,
  )
  bill = rows[0]!
})

const query = (text: string, values: unknown[] = []) => service.database.query(text, values)

/** Changes the rebuilt rows after they are loaded and before they are compared. */
const meddling = (meddle: (readSchema: string) => Promise<unknown>): Partial<RebuildOptions> => ({
  restarts: true,
  async onPhase(phase, readSchema) {
    if (phase === 'catch_up') await meddle(readSchema)
  },
})

async function refused(report: RebuildReport): Promise<string> {
  expect(report).toMatchObject({ swapped: false, flip: null })
  expect(report.reason).toBe(report.comparison!.refusal)
  expect(await liveReadSchema(service.database)).toBe('read_0001')
  expect((await findUnfinished(service.database))?.error).toBe(report.reason)
  return report.reason!
}

describe('a swap to faulty rows', () => {
  it('is refused and names the entity if the rebuilt rows lack an event', async () => {
    const records = await readTopic(service.settings, 'legislog.bills.v1')
    const dropped = records.findLast(
      ({ key, headers }) => key === bill.ocd_id && String(headers.ce_type) === 'bill.action',
    )!
    const place = [dropped.partition, String(dropped.offset)]
    const report = await rebuildOf(service, {
      restarts: true,
      async onPhase(phase, readSchema) {
        // The load skips dropped events, but no operator has dropped this one.
        if (phase === 'load') {
          await query(
            `INSERT INTO control.parked_event (read_schema, topic, partition, "offset", key, code, error, headers, appended_at, dropped_at)
             VALUES ($3, 'legislog.bills.v1', $1, $2, $4, 'event_invalid', 'lost', '{}', 0, now())`,
            [...place, readSchema, bill.ocd_id],
          )
        }
        if (phase === 'catch_up') {
          await query('DELETE FROM control.parked_event WHERE read_schema = $1', [readSchema])
        }
      },
    })
    const reason = await refused(report)
    expect(reason).toContain(bill.ocd_id)
    expect(reason).toContain('bill_actions')
    expect(reason).toContain('the log supports live')
    const tables = report.comparison!.differences.map(({ table, kind }) => `${table} ${kind}`)
    expect(tables).toContain('bill_actions missing')
    expect(new Set(report.comparison!.differences.map(({ entity }) => entity))).toEqual(
      new Set([bill.ocd_id]),
    )
  })

  it('is refused and names the entity if a rebuilt row was altered', async () => {
    const reason = await refused(
      await rebuildOf(
        service,
        meddling((name) => query(`UPDATE ${name}.bills SET title = 'altered' WHERE id = $1`, [bill.id])),
      ),
    )
    expect(reason).toContain(`bills ${bill.id} of ${bill.ocd_id} differs in title (the log supports live)`)
  })

  it('is refused and names the entity if both rows are wrong', async () => {
    await query(`UPDATE read_0001.bills SET session = 'elsewhere' WHERE id = $1`, [bill.id])
    const reason = await refused(
      await rebuildOf(
        service,
        meddling((name) => query(`UPDATE ${name}.bills SET title = 'altered' WHERE id = $1`, [bill.id])),
      ),
    )
    expect(reason).toContain('the log supports neither')
    expect(reason).toContain(bill.ocd_id)
  })

  it('is refused if a live row was altered, until an operator accepts that the log is right', async () => {
    const report = await rebuildOf(service, { restarts: true })
    const reason = await refused(report)
    expect(reason).toContain(
      `bills ${bill.id} of ${bill.ocd_id} differs in session (the log supports rebuilt)`,
    )
    expect(reason).toContain('--accept-differences')
    const [found] = report.comparison!.differences
    expect(found).toMatchObject({ first: { session: 'elsewhere' }, second: { session: expect.any(String) } })
    // The same rebuild continues: nothing is loaded twice.
    const accepted = await rebuildOf(service, { accept_differences: true })
    expect(accepted).toMatchObject({
      read_schema: report.read_schema,
      swapped: true,
      flip: { emitted_ids: 1, feed_epoch: null },
    })
    expect(accepted.phases.map(({ phase }) => phase)).toEqual(['compare', 'swap'])
    expect(await service.verify(report.read_schema)).toMatchObject({ is_equal: true })
  })

  it('is refused if a live row has no event in the log, until an operator accepts it', async () => {
    const live = (await liveReadSchema(service.database))!
    await query(`INSERT INTO ${live}.bill_words (id, jurisdiction, title, identifiers, subjects, abstracts, words, terms,
        impacts, deleted)
      VALUES (777777, 'ocd-division/country:us/state:wa', 'x', 'x', 'x', 'x', '', '{}', '{}', false)`)
    await query(`UPDATE ${live}.bills SET session = 'elsewhere' WHERE id = $1`, [bill.id])
    const { reason } = await rebuildOf(service, { restarts: true })
    expect(reason).toContain('bill_words 777777 is only among the live rows (the log supports rebuilt)')
    expect(reason).toContain(`bills ${bill.id} of ${bill.ocd_id} differs in session`)
    const accepted = await rebuildOf(service, { accept_differences: true })
    // The entity that the log never named cannot be announced.
    expect(accepted).toMatchObject({ swapped: true, flip: { emitted_ids: 1, feed_epoch: null } })
    expect(await service.verify(accepted.read_schema)).toMatchObject({ is_equal: true })
  })

  it('is refused if it waited and blocks a key that the live rows have released meanwhile', async () => {
    // The key was blocked on both sides when they were compared.
    const lane = ['legislog.bills.v1', bill.ocd_id]
    const records = await readTopic(service.settings, 'legislog.bills.v1')
    const { partition, offset } = records.find(({ key }) => key === bill.ocd_id)!
    const { read_schema } = await rebuildOf(service, { swaps: false, restarts: true })
    await query(
      'INSERT INTO control.parked_key (topic, key, read_schema, partition) VALUES ($1, $2, $3, $4)',
      [...lane, read_schema, partition],
    )
    await query(
      `INSERT INTO control.parked_event (topic, key, read_schema, partition, "offset", code, error, headers, appended_at)
       VALUES ($1, $2, $3, $4, $5, 'event_invalid', 'held back', '{}', 0)`,
      [...lane, read_schema, partition, String(offset)],
    )
    await expect(rebuildOf(service)).rejects.toMatchObject({
      code: 'rebuild_refused',
      message: expect.stringContaining(lane.join(' ')),
    })
    await query('DELETE FROM control.parked_event WHERE read_schema = $1', [read_schema])
    await query('DELETE FROM control.parked_key WHERE read_schema = $1', [read_schema])
    expect(await rebuildOf(service)).toMatchObject({ read_schema, swapped: true })
  })
})

it('a live read schema is never dropped', async () => {
  const live = await liveReadSchema(service.database)
  await expect(markDropping(service.database, live!)).rejects.toMatchObject({ code: 'usage' })
})
