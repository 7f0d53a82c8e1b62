import { beforeAll, describe, expect, it } from 'vitest'
import type { Projections } from '../../projections/service/start-projections.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { ALL_PARTITIONS } from '../support/log/topics.ts'
import { createLoadedService, type LoadedService } from '../support/service/loaded-service.ts'

/** In each round, one projector joins, works and leaves: twenty joins and leaves in the nightly run. */
const ROUNDS = NIGHTLY ? 10 : 3
const LOOK_MS = 50
const HALF = ALL_PARTITIONS / 2

let loaded: LoadedService
const guests: Projections[] = []

beforeAll(async () => {
  loaded = await createLoadedService()
}, 120_000)

const assigned = (projections: Projections): number => {
  const { state, assigned: places } = projections.health().reader
  return state === 'reading' ? places : 0
}

/** The longest time, in ms, without an applied event. */
function watchSilence(): () => number {
  let applied = 0
  let movedAt = performance.now()
  let longest_ms = 0
  const looking = setInterval(() => {
    const now = [loaded.projections, ...guests].reduce((sum, each) => sum + each.totals().applied, 0)
    longest_ms = Math.max(longest_ms, performance.now() - movedAt)
    if (now > applied) movedAt = performance.now()
    applied = now
  }, LOOK_MS)
  return () => {
    clearInterval(looking)
    return longest_ms
  }
}

describe('projectors that join and leave under load', { timeout: 240_000 }, () => {
  it('share the partitions, and never all pause for ten seconds', async () => {
    const { service, projections } = loaded
    const longest = watchSilence()
    for (let round = 1; round <= ROUNDS; round++) {
      const guest = await service.startProjections()
      guests.push(guest)
      await eventually(() => assigned(guest) === HALF && assigned(projections) === HALF, {
        timeout_ms: 20_000,
      })
      await eventually(() => guest.totals().applied > 0, { timeout_ms: 20_000 })
      await guest.stop()
      await eventually(() => assigned(projections) === ALL_PARTITIONS, { timeout_ms: 20_000 })
    }
    expect(longest()).toBeLessThan(10_000)
  })

  it('neither lose nor double an event or a webhook', () => loaded.judge(guests))
})
