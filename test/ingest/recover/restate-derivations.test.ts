import { beforeEach, describe, expect, it } from 'vitest'
import { requestDerivation } from '../../../ingest/derivations/request-derivation.ts'
import { takeDerivations } from '../../../ingest/derivations/take-derivations.ts'
import { createOperator } from '../../../ingest/emit/operator.ts'
import type { IncompleteEntity } from '../../../ingest/recover/missing-events.ts'
import { restateDerivations } from '../../../ingest/recover/restate-derivations.ts'
import { createLog } from '../../../runtime/log.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Derivation } from '../../../schemas/event-bodies/derivation.ts'
import { derivation } from '../../legislature/event-bodies.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const log = createLog('test', 'silent')
const context = { database, settings, codec: ingesting.codec, log, clock: createManualClock() }

type Row = { readonly id: number; readonly ocd_id: string; readonly sequence: number }
const entity = async (type: string, ocd_id?: string): Promise<Row> => {
  const { rows } = await database.query<Row>(
    `SELECT id, ocd_id, sequence FROM ingest.entity
     WHERE entity_type = $1 AND ($2::text IS NULL OR kafka_key = $2) ORDER BY id DESC LIMIT 1`,
    [type, ocd_id ?? null],
  )
  return rows[0]!
}

/** A new bill about which a model says so many things, one after the other. */
let numbered = 0
async function described(...texts: readonly string[]): Promise<{ bill: Row; derivation: Row }> {
  numbered += 1
  await ingesting.run(alone(bill(`HB ${numbered}`)))
  const about = await entity('bill')
  for (const text of texts) {
    await requestDerivation(database, about.ocd_id, derivation({ text }))
    await takeDerivations(context)
  }
  return { bill: about, derivation: await entity('derivation', about.ocd_id) }
}

/** The log has the first events of an entity, up to `logged`, and lost the others. */
const lostAfter = ({ id, ocd_id, sequence }: Row, logged: number): IncompleteEntity => ({
  id,
  ocd_id,
  missing: Array.from({ length: sequence - logged }, (_, index) => logged + index + 1),
})

const restate = (lost: readonly IncompleteEntity[], logged: ReadonlyMap<number, object> = new Map()) =>
  inTransaction(database, (client) => restateDerivations(client, createOperator(context), lost, logged))

const emitted = async () =>
  (await ingesting.emitted()).map(({ type, sequence, backfill, source, body }) => ({
    type,
    sequence,
    backfill,
    source,
    says: (body.derivation as Derivation | undefined)?.text ?? body.reason,
    identifier: (body.bill as { identifier: string }).identifier,
  }))

beforeEach(async () => {
  await ingesting.emitted()
})

describe('what models say, if the log lost it,', () => {
  it('is stated again as it was last said, once, as backfill after the numbers that were given', async () => {
    const { derivation: said } = await described('A fee of $1.', 'A fee of $2.')
    await ingesting.emitted()
    const lost = [lostAfter(said, 0)]
    expect(await restate(lost)).toEqual([said.id])
    expect(await emitted()).toEqual([
      {
        type: 'derivation.recorded',
        sequence: 3,
        backfill: true,
        source: 'derive/us-wa',
        says: 'A fee of $2.',
        identifier: `HB ${numbered}`,
      },
    ])
    // The new event waits in the outbox, and the log still lacks the old ones.
    expect(await restate(lost)).toEqual([said.id])
    expect(await emitted()).toEqual([])
  })

  it('is not stated again if the log says the same without the lost events', async () => {
    const { derivation: said } = await described('A fee of $1.', 'A fee of $2.', 'A fee of $1.')
    await ingesting.emitted()
    const logged = new Map([[said.id, { derivation: derivation({ text: 'A fee of $1.' }) }]])
    expect(await restate([lostAfter(said, 1)], logged)).toEqual([said.id])
    expect(await emitted()).toEqual([])
  })

  it('is removed again if its bill was removed or merged, and the log lost the removal', async () => {
    const gone = await described('A fee of $1.')
    await ingesting.run(
      alone({ ...bill(`HB ${numbered}`, {}, { observed_at: '2026-04-02T00:00:00Z' }), removed: 'withdrawn' }),
    )
    const loser = await described('A fee of $2.')
    const winner = await described('A fee of $3.')
    await operating.merge(loser.bill.id, winner.bill.id)
    await ingesting.emitted()
    const now = await Promise.all([gone, loser].map(({ bill: about }) => entity('derivation', about.ocd_id)))
    const logged = new Map(now.map(({ id }) => [id, { derivation: derivation() }]))
    expect(
      await restate(
        now.map((one) => lostAfter(one, 1)),
        logged,
      ),
    ).toEqual(now.map(({ id }) => id))
    expect(await emitted()).toEqual([
      {
        type: 'derivation.removed',
        sequence: 3,
        backfill: true,
        source: 'derive/us-wa',
        says: 'its bill was removed',
        identifier: 'HB 3',
      },
      {
        type: 'derivation.removed',
        sequence: 3,
        backfill: true,
        source: 'derive/us-wa',
        says: `its bill became ${winner.bill.ocd_id}`,
        identifier: 'HB 4',
      },
    ])
  })

  it('stays incomplete if ingest does not store it, and other entities are left alone', async () => {
    const { bill: about, derivation: said } = await described('A fee of $1.')
    await ingesting.emitted()
    await database.query('DELETE FROM ingest.stored_entity WHERE entity_id = $1', [said.id])
    expect(await restate([lostAfter(about, 0), lostAfter(said, 0)])).toEqual([])
    expect(await emitted()).toEqual([])
  })
})
