import { beforeEach, describe, expect, it } from 'vitest'
import { requestDerivation } from '../../../ingest/derivations/request-derivation.ts'
import { takeDerivations } from '../../../ingest/derivations/take-derivations.ts'
import { listQuarantine } from '../../../ingest/run-context/quarantine.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Derivation } from '../../../schemas/event-bodies/derivation.ts'
import { derivation } from '../../legislature/event-bodies.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const { codec } = ingesting
const context = { database, settings, codec, log: createLog('test', 'silent'), clock: createManualClock() }

const idOf = entityIds(database)
const later = { observed_at: '2026-04-02T00:00:00Z' }
const billNamed = async (identifier: string) => {
  const id = await idOf('bill', bill(identifier).key)
  const { rows } = await database.query<{ ocd_id: string }>(
    'SELECT ocd_id FROM ingest.entity WHERE id = $1',
    [id],
  )
  return { id, ocd_id: rows[0]!.ocd_id }
}
const request = async (identifier: string, changes: Partial<Derivation> = {}) =>
  requestDerivation(database, (await billNamed(identifier)).ocd_id, derivation(changes))
const waiting = async () => {
  const { rows } = await database.query<{ n: number }>('SELECT count(*) AS n FROM ingest.derivation_request')
  return rows[0]!.n
}
const none = { requests: 0, recorded: 0, removed: 0, unchanged: 0, refused: 0 }

beforeEach(async () => {
  await ingesting.emitted()
})

describe('requests for derivations', () => {
  it('become events of an entity of their own, with the key of the bill', async () => {
    await ingesting.run(alone(bill('HB 1')))
    await ingesting.emitted()
    await request('HB 1')
    expect(await takeDerivations(context)).toEqual({ ...none, requests: 1, recorded: 1 })
    const { id, ocd_id } = await billNamed('HB 1')
    const [event, ...others] = await ingesting.emitted()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      topic: 'legislog.derived.v1',
      type: 'derivation.recorded',
      key: ocd_id,
      sequence: 1,
      backfill: false,
      source: 'derive/us-wa',
    })
    expect(event!.subject).toMatch(/^ocd-derivation\//)
    expect(event!.body).toMatchObject({ bill: { id, ocd_id, identifier: 'HB 1' }, derivation: derivation() })
    expect(await waiting()).toBe(0)
  })

  it('with equal content emit nothing, also if the model said it at another time (law 3)', async () => {
    await request('HB 1', { generated_at: '2026-05-01T00:00:00Z' })
    expect(await takeDerivations(context)).toEqual({ ...none, requests: 1, unchanged: 1 })
    expect(await ingesting.emitted()).toEqual([])
  })

  it('keep one id for a bill, kind and language, and another for each other kind (law 2)', async () => {
    const before = await idsOf('HB 1')
    await request('HB 1', { text: 'Sets a fee of $6.' })
    await request('HB 1', { kind: 'explanation', content: { levels: {} } })
    await request('HB 1', { text: 'Sets a fee of $7.' })
    expect(await takeDerivations(context)).toEqual({ ...none, requests: 3, recorded: 3 })
    const reported = await ingesting.emitted()
    expect(reported.map(({ sequence, body }) => [(body.derivation as Derivation).text, sequence])).toEqual([
      ['Sets a fee of $6.', 2],
      [derivation().text, 1],
      ['Sets a fee of $7.', 3],
    ])
    expect(await idsOf('HB 1')).toEqual([...before, reported[1]!.body.id])
  })

  it('are quarantined with their bytes and their reason if they are invalid, and stop no other', async () => {
    await requestDerivation(database, (await billNamed('HB 1')).ocd_id, { kind: 'verdict' })
    await requestDerivation(database, 'ocd-bill/none', derivation())
    await request('HB 1', { text: 'Sets a fee of $8.' })
    expect(await takeDerivations(context)).toEqual({ ...none, requests: 3, recorded: 1, refused: 2 })
    const refused = await listQuarantine(database, { source: 'derive' })
    expect(refused.map(({ reason, detail }) => [reason, detail]).sort()).toEqual([
      ['record_invalid', 'bill_ocd_id is "ocd-bill/none", not a known bill'],
      ['record_invalid', 'kind is "verdict", not one of summary, explanation, changes'],
    ])
    const { rows } = await database.query<{ bytes: Buffer }>(
      "SELECT bytes FROM ingest.quarantine WHERE source = 'derive' AND detail LIKE 'kind%'",
    )
    expect(String(rows[0]!.bytes)).toBe('{"kind":"verdict"}')
  })

  it('wait unchanged if the process dies in the middle, and give their events once', async () => {
    await request('HB 1', { text: 'Sets a fee of $9.' })
    await request('HB 1', { text: 'Sets a fee of $10.' })
    let calls = 0
    const dying = {
      ...codec,
      encode: async (...[type, body]: Parameters<typeof codec.encode>) => {
        calls += 1
        if (calls === 2) throw new Error('killed')
        return codec.encode(type, body)
      },
    }
    await expect(takeDerivations({ ...context, codec: dying })).rejects.toThrow('killed')
    expect(await ingesting.emitted()).toEqual([])
    expect(await waiting()).toBe(2)
    const both = await Promise.all([takeDerivations(context), takeDerivations(context)])
    expect(both.map(({ recorded }) => recorded).sort()).toEqual([0, 2])
    expect(await ingesting.emitted()).toHaveLength(2)
  })

  it('may remove a derivation, which comes back under the same id', async () => {
    const { ocd_id } = await billNamed('HB 1')
    const ids = await idsOf('HB 1')
    const removal = { kind: 'summary', language: 'en', removed: 'its text was replaced' }
    await requestDerivation(database, ocd_id, removal)
    await requestDerivation(database, ocd_id, removal)
    expect(await takeDerivations(context)).toEqual({ ...none, requests: 2, removed: 1, unchanged: 1 })
    await request('HB 1')
    await takeDerivations(context)
    const reported = await ingesting.emitted()
    expect(reported.map(({ type }) => type)).toEqual(['derivation.removed', 'derivation.recorded'])
    expect(reported[0]!.body.reason).toBe('its text was replaced')
    expect(await idsOf('HB 1')).toEqual(ids)
  })

  it('wait until every read schema has positions in their topic', async () => {
    await database.query("INSERT INTO control.read_schema (name, is_live) VALUES ('read_0001', true)")
    await request('HB 1', { text: 'Sets a fee of $11.' })
    await expect(takeDerivations(context)).rejects.toMatchObject({ code: 'read_schema_missing' })
    expect(await waiting()).toBe(1)
    await database.query(
      "INSERT INTO control.position (read_schema, topic, partition) VALUES ('read_0001', 'legislog.derived.v1', 0)",
    )
    expect(await takeDerivations(context)).toMatchObject({ recorded: 1 })
  })
})

describe('the derivations of a bill', () => {
  it('are removed with the bill, and can be recorded again when it is back', async () => {
    await ingesting.run(alone(bill('HB 2')))
    await request('HB 2')
    await takeDerivations(context)
    const ids = await idsOf('HB 2')
    await ingesting.emitted()
    await ingesting.run(alone({ ...bill('HB 2', {}, later), removed: 'withdrawn' }))
    const reported = await ingesting.emitted()
    expect(reported.map(({ type }) => type)).toEqual(['bill.removed', 'derivation.removed'])
    expect(reported[1]!.body).toMatchObject({
      reason: 'its bill was removed',
      bill: { ocd_id: (await billNamed('HB 2')).ocd_id },
    })
    await request('HB 2')
    expect(await takeDerivations(context)).toMatchObject({ refused: 1 })
    await ingesting.run(alone(bill('HB 2', {}, { observed_at: '2026-04-03T00:00:00Z' })))
    await request('HB 2')
    expect(await takeDerivations(context)).toMatchObject({ recorded: 1 })
    expect(await idsOf('HB 2')).toEqual(ids)
  })

  it('are removed if it is merged into another bill, which keeps its own, and do not move (law 2)', async () => {
    await ingesting.run(alone(bill('HB 3'), bill('HB 4')))
    await request('HB 3')
    await request('HB 4', { text: 'Sets a fee of $4.' })
    await takeDerivations(context)
    const [loser, winner] = [await billNamed('HB 3'), await billNamed('HB 4')]
    const ids = [await idsOf('HB 3'), await idsOf('HB 4')]
    await ingesting.emitted()
    await operating.merge(loser.id, winner.id)
    const derived = (await ingesting.emitted()).filter(({ topic }) => topic === 'legislog.derived.v1')
    expect(derived.map(({ type, key, body }) => [type, key, body.id, body.reason])).toEqual([
      ['derivation.removed', loser.ocd_id, ids[0]![0], `its bill became ${winner.ocd_id}`],
    ])
    await operating.split(loser.id)
    expect((await ingesting.emitted()).map(({ topic }) => topic)).not.toContain('legislog.derived.v1')
    await request('HB 3')
    expect(await takeDerivations(context)).toMatchObject({ recorded: 1 })
    expect([await idsOf('HB 3'), await idsOf('HB 4')]).toEqual(ids)
  })
})

async function idsOf(identifier: string): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    "SELECT id FROM ingest.entity WHERE entity_type = 'derivation' AND kafka_key = $1 ORDER BY id",
    [(await billNamed(identifier)).ocd_id],
  )
  return rows.map(({ id }) => id)
}
