import { beforeEach, describe, expect, it } from 'vitest'
import { closeCommentPeriods } from '../../../ingest/closing/close-comment-periods.ts'
import { regulationKey } from '../../../ingest/identity/identity-keys.ts'
import { createLog } from '../../../runtime/log.ts'
import { alone } from '../../support/builders/observations.ts'
import { open, regulationOf, seenRegulation } from '../../support/builders/regulations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const clock = createManualClock()
const log = createLog('test', 'silent')

/** Runs the timer at a moment; gives its count and the emitted events. */
async function closeAt(moment: string) {
  clock.advance(Date.parse(moment) - clock.now().getTime())
  const count = await closeCommentPeriods({ database, settings, codec: ingesting.codec, log, clock })
  return { count, reported: await ingesting.emitted() }
}

let number = 100
let document_number = ''
/** Runs are at 2026-03-02, 4 in the morning in Washington. */
async function emit(
  closes_on: string | null,
  observed_at = '2026-01-15T12:00:00Z',
  more: { comment_count?: { count: number; as_of: string }; state?: string } = {},
) {
  const { state = 'published', ...count } = more
  const regulation = regulationOf({ document_number, state })
  await ingesting.run(
    alone(
      seenRegulation(
        { regulation, comment_period: open(closes_on), ...count },
        { key: regulationKey(document_number, '2026-01-15'), observed_at },
      ),
    ),
  )
  return ingesting.emitted()
}

beforeEach(async () => {
  await database.query('DELETE FROM ingest.comment_deadline')
  document_number = `2026-${number++}`
})

describe('a comment period', () => {
  it('closes once, when its last day is over in Washington, D.C.', async () => {
    const [published] = await emit('2026-03-10')
    expect((await closeAt('2026-03-11T03:59:59Z')).count).toBe(0)
    const { count, reported: emitted } = await closeAt('2026-03-11T04:00:00Z')
    expect(count).toBe(1)
    expect(emitted).toMatchObject([
      {
        type: 'regulation.comment_period_closed',
        subject: published!.subject,
        topic: 'legislog.regulations.v1',
        sequence: 3,
        backfill: false,
        body: { closed_on: '2026-03-10' },
      },
    ])
    expect(await closeAt('2026-03-12T04:00:00Z')).toEqual({ count: 0, reported: [] })
  })

  it('closes an hour later in UTC in winter than in summer', async () => {
    await emit('2026-03-06')
    expect((await closeAt('2026-03-07T04:59:59Z')).count).toBe(0)
    expect((await closeAt('2026-03-07T05:00:00Z')).count).toBe(1)
  })

  it('emits no closing event if it was over before it was first seen', async () => {
    await emit('2026-03-01')
    expect((await closeAt('2026-03-20T00:00:00Z')).count).toBe(0)
    await emit('2026-03-01', '2026-03-01T00:00:00Z', {
      comment_count: { count: 3, as_of: '2026-03-01T00:00:00Z' },
    })
    expect((await closeAt('2026-03-20T00:00:00Z')).count).toBe(0)
  })

  it('closes again after an extension', async () => {
    await emit('2026-03-10')
    await closeAt('2026-03-11T12:00:00Z')
    expect(typesOf(await emit('2026-04-10', '2026-03-12T00:00:00Z'))).toEqual([
      'regulation.comment_period_changed',
    ])
    expect((await closeAt('2026-04-10T12:00:00Z')).count).toBe(0)
    const { reported: emitted } = await closeAt('2026-04-11T12:00:00Z')
    expect(emitted).toMatchObject([{ sequence: 5, body: { closed_on: '2026-04-10' } }])
  })

  it('does not close again for new comment counts, or at all for a withdrawn document', async () => {
    await emit('2026-03-10')
    await closeAt('2026-03-11T12:00:00Z')
    const counted = await emit('2026-03-10', '2026-03-12T00:00:00Z', {
      comment_count: { count: 12, as_of: '2026-03-12T00:00:00.000000Z' },
    })
    expect(counted).toMatchObject([{ body: { comment_period: { comment_count: 12 } } }])
    expect((await closeAt('2026-03-13T12:00:00Z')).count).toBe(0)

    document_number = `2026-${number++}`
    await emit('2026-03-20')
    await emit('2026-03-20', '2026-03-13T00:00:00Z', { state: 'withdrawn' })
    expect((await closeAt('2026-03-22T12:00:00Z')).count).toBe(0)
  })

  it('closes once if two hosts run the timer at once', async () => {
    for (let index = 0; index < 30; index++) {
      document_number = `2026-${number++}`
      await emit('2026-03-10')
    }
    const context = {
      database,
      settings,
      codec: ingesting.codec,
      log,
      clock: createManualClock('2026-03-12T12:00:00Z'),
    }
    const counts = await Promise.all([closeCommentPeriods(context), closeCommentPeriods(context)])
    expect(counts[0]! + counts[1]!).toBe(30)
    const reported = await ingesting.emitted()
    expect(reported).toHaveLength(30)
    expect(new Set(reported.map(({ subject }) => subject)).size).toBe(30)
    expect(reported.every(({ sequence }) => sequence === 3)).toBe(true)
  })
})
