import { describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { advanceWatermark } from '../../../projections/watermark/watermark.ts'
import { createPostgresProxy, type PostgresProxy } from '../../support/faults/postgres-proxy.ts'
import { acking, claiming } from '../../support/faults/transaction-moments.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { everyNth } from '../../support/harness/nightly.ts'
import { fill, isEmpty, repeats, shared, startRelay, stores } from '../../support/ingest/relay-world.ts'

/** Stops a relay at an exact moment of its work, and checks whether its claimed events are sent a second time. */
describe.concurrent('when a relay process is suspended', () => {
  it.each(
    everyNth(2, [
      ['before its claim was committed', (proxy: PostgresProxy) => proxy.holdBefore(claiming), false],
      [
        'after its claim, before it gets the answer',
        (proxy: PostgresProxy) => proxy.holdAnswer(claiming),
        false,
      ],
      ['between send and ack', (proxy: PostgresProxy) => proxy.holdBefore(acking), true],
    ] as const),
  )(
    '%s, another continues when the lease ends, and the resumed one publishes nothing',
    async (_when, asleep, is_repeated) => {
      const place = await stores()
      await ensureReadSchema(place.database, place.settings)
      const proxy = await createPostgresProxy(place.settings.database_url)
      const sleeper = startRelay({ ...place, settings: { ...place.settings, database_url: proxy.url } })
      await eventually(() => shared(place, 1), { timeout_ms: 20_000 })
      const other = startRelay(place)
      await eventually(() => shared(place, 2), { timeout_ms: 20_000 })
      const reached = asleep(proxy)
      await fill(place, 0, 2)
      const held = await reached
      sleeper.child.kill('SIGSTOP')
      await eventually(() => isEmpty(place), { timeout_ms: 30_000 })
      await advanceWatermark(place.database, 'read_0001')

      await fill(place, 2, 2)
      await eventually(() => isEmpty(place), { timeout_ms: 20_000 })
      sleeper.child.kill('SIGCONT')
      held.release()
      await eventually(() => shared(place, 2), { timeout_ms: 20_000 })
      await fill(place, 4, 2)
      await eventually(() => isEmpty(place), { timeout_ms: 20_000 })
      for (const { child } of [sleeper, other]) child.kill('SIGTERM')
      await Promise.all([sleeper.ended, other.ended])
      expect((await repeats(place, 6)) > 0).toBe(is_repeated)
    },
    90_000,
  )
})
