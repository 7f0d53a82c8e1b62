import { beforeAll, describe, expect, it } from 'vitest'
import { markDropping } from '../../projections/read-schemas/drop-read-schema.ts'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { abandonRebuild } from '../../projections/rebuild/open-rebuild.ts'
import type { RebuildOptions, RebuildReport } from '../../projections/rebuild/rebuild-context.ts'
import { findUnfinished } from '../../projections/rebuild/record/rebuild-record.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { rebuildOf, rollbackOf } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let report: RebuildReport

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
})

describe('a rebuild', () => {
  it('rebuilds the rows, finds them equal and switches readers over', async () => {
    report = await rebuildOf(service)
    expect(report).toMatchObject({
      read_schema: 'read_0002',
      swapped: true,
      reason: null,
      comparison: { with: 'read_0001', is_same_code: true, differing: 0, is_complete: true, refusal: null },
      flip: { from: 'read_0001', to: 'read_0002', emitted_ids: 0, feed_epoch: null },
    })
    expect(report.events).toBeGreaterThan(100)
    expect(report.phases.map(({ phase }) => phase)).toEqual(['load', 'index', 'catch_up', 'compare', 'swap'])
    expect(await liveReadSchema(service.database)).toBe('read_0002')
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true })
  })

  it('is rolled back to the former live rows, and forward again', async () => {
    expect(await rollbackOf(service)).toMatchObject({ from: 'read_0002', to: 'read_0001' })
    expect(await liveReadSchema(service.database)).toBe('read_0001')
    expect(await rollbackOf(service)).toMatchObject({ from: 'read_0001', to: 'read_0002' })
  })

  it('reads every partition of the topics, or none if the settings have a different number', async () => {
    const fewer = { ...service, settings: { ...service.settings, topic_partitions: 2 } }
    await service.database.query("UPDATE control.read_schema SET code = 'older' WHERE is_live")
    await expect(rebuildOf(fewer)).rejects.toMatchObject({
      code: 'topic_mismatch',
      message: expect.stringContaining('TOPIC_PARTITIONS'),
    })
    const lacking: Partial<RebuildOptions> = {
      async onPhase(phase, readSchema) {
        if (phase !== 'catch_up') return
        await service.database.query(
          'DELETE FROM control.position WHERE read_schema = $1 AND partition = 0',
          [readSchema],
        )
      },
    }
    await expect(rebuildOf(service, lacking)).rejects.toMatchObject({ code: 'topic_mismatch' })
    const { read_schema } = (await findUnfinished(service.database))!
    await abandonRebuild(service.database, (await findUnfinished(service.database))!)
    expect(await liveReadSchema(service.database)).not.toBe(read_schema)
    await service.database.query(
      'UPDATE control.read_schema SET code = (SELECT code FROM control.read_schema WHERE NOT is_live LIMIT 1) WHERE is_live',
    )
  })

  it('does not make a rollback wait for a dropped read schema', async () => {
    // No projector runs for it, so the rollback waits.
    const reported = Promise.withResolvers<string>()
    const rolled = rollbackOf(service, { to: 'read_0001', report: reported.resolve, patience_ms: 600_000 })
    expect(await reported.promise).toMatch(
      /^waiting for legislog project to bring read_0001 up to date: \d+ events/,
    )
    await markDropping(service.database, 'read_0001')
    await expect(rolled).rejects.toMatchObject({
      code: 'swap_impossible',
      message: expect.stringMatching('read_0001 is dropping'),
    })
  })

  it('replaces a lost read schema after every row is compared with the log', async () => {
    await service.database.query('DROP SCHEMA read_0002 CASCADE')
    await ensureReadSchema(service.database, service.settings)
    expect(await rebuildOf(service)).toMatchObject({
      read_schema: 'read_0004',
      swapped: true,
      comparison: { with: null, is_whole_verified: true, refusal: null },
      flip: { from: 'read_0002', feed_epoch: null },
    })
    expect(await service.verify('read_0004')).toMatchObject({ is_equal: true })
  })
})
