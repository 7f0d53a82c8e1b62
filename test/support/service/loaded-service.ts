import { expect } from 'vitest'
import type { Projections } from '../../../projections/service/start-projections.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Receiver } from '../fakes/receiver.ts'
import { eventually } from '../harness/eventually.ts'
import { loggedEvents } from '../log/logged-events.ts'
import { type SteadyLoad, startLoad } from './steady-load.ts'
import { untilCounted } from './until-counted.ts'
import { createWholeService, type WholeService } from './whole-service.ts'

/** The whole service under a steady load of events, each of which causes a webhook. */
export type LoadedService = {
  readonly service: WholeService
  readonly projections: Projections
  readonly receiver: Receiver
  readonly load: SteadyLoad
  /** Resolves when this many more events have reached the rows and the receivers. */
  progress(events?: number): Promise<void>
  /**
   * Ends the load and checks the result: every emitted event is in the log, has one effect according to the oracle,
   * and has one webhook. `others` projected into the same rows.
   */
  judge(others?: readonly Projections[]): Promise<void>
}

export async function createLoadedService(overrides: Partial<Settings> = {}): Promise<LoadedService> {
  const service = await createWholeService(overrides)
  service.startRelay()
  const projections = await service.startProjections()
  await service.startDispatcher()
  await service.ingestSample()
  await service.caughtUp()
  const first = await loggedEvents(service.settings)
  const { receiver } = await service.createEndpoint(['bill.action'])
  const load = await startLoad(service)

  return {
    service,
    projections,
    receiver,
    load,
    async progress(events = 20) {
      const [projected, received] = [await projectedUntil(service), receiver.received.length]
      await eventually(async () => (await projectedUntil(service)) > projected + events, {
        timeout_ms: 60_000,
      })
      await eventually(() => receiver.received.length > received + events, { timeout_ms: 60_000 })
    },
    async judge(others = []) {
      const emitted = await load.stop()
      await eventually(() => service.caughtUp().then(() => true), { timeout_ms: 60_000 })
      await service.delivered()
      const { events, records } = await loggedEvents(service.settings)
      expect(events).toBe(first.events + emitted)
      await untilCounted([projections, ...others], events)
      const all = [projections, ...others].map((each) => each.totals())
      const sum = (name: 'applied' | 'repeated' | 'parked') =>
        all.reduce((before, each) => before + each[name], 0)
      expect({ applied: sum('applied'), repeated: sum('repeated'), parked: sum('parked') }).toEqual({
        applied: events,
        repeated: records - events,
        parked: 0,
      })
      expect(await service.verify()).toMatchObject({ is_equal: true, holes: [], parked: [] })
      expect(new Set(receiver.keys()).size).toBe(emitted)
      expect(receiver.received).toHaveLength(emitted)
      expect(projections.health()).toMatchObject({ is_ready: true, reader: { state: 'reading' } })
    },
  }
}

/** The number of log records up to the positions. */
async function projectedUntil({ database }: WholeService): Promise<number> {
  const { rows } = await database.query<{ events: number }>(
    "SELECT coalesce(sum(next), 0)::bigint AS events FROM control.position WHERE read_schema = 'read_0001'",
  )
  return rows[0]!.events
}
