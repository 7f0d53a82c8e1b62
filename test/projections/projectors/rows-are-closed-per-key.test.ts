import { beforeAll, describe, expect, it } from 'vitest'
import { WorkingSet } from '../../../projections/fold/working-set.ts'
import { projectors } from '../../../projections/projectors/all-projectors.ts'
import type { Projector } from '../../../projections/read-model/projector.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import type { Logged } from '../../legislature/log-builder.ts'
import { sampleLog } from '../../legislature/sample-log.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

/** For each row, or all rows of a bill: the keys of the events that touched or wrote it. */
function ownersOf(projector: Projector, log: readonly Logged[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  const rows = new WorkingSet()
  const own = (row: string, { event, topic }: Logged) => {
    // Bills, votes and derivations belong together: they have the same key and partition.
    const isOfBill = topic === 'legislog.votes.v1' || topic === 'legislog.derived.v1'
    const key = `${isOfBill ? 'legislog.bills.v1' : topic} ${event.key}`
    owners.set(row, (owners.get(row) ?? new Set()).add(key))
  }
  for (const logged of log) {
    const { event } = logged
    if (!projector.events.includes(event.type)) continue
    const touches = [...projector.touches(event), ...(projector.furtherTouches?.(rows, event) ?? [])]
    for (const { table, by, key } of touches) own(`${table.name} ${by} ${key}`, logged)
    const writes = projector.evolve(rows, event)
    for (const { table, key, row } of writes) {
      own(`${table.name} key ${key}`, logged)
      const group = table.group === null ? undefined : (row as Record<string, unknown>)[table.group]
      if (group !== undefined) own(`${table.name} group ${group}`, logged)
    }
    rows.apply(writes)
  }
  return owners
}

describe('an event touches and writes only rows that events of its own key write', () => {
  const golden = goldenLog()
  let sample: readonly Logged[] = []

  beforeAll(async () => {
    const { database, settings } = await createTestDatabase()
    sample = await sampleLog(database, settings)
  })

  it.each(projectors.map((projector) => [projector.name, projector] as const))(
    'in the projector %s',
    (_name, projector) => {
      for (const log of [golden, sample]) {
        const shared = [...ownersOf(projector, log)].filter(([, keys]) => keys.size > 1)
        expect(shared).toEqual([])
      }
      expect(ownersOf(projector, golden).size).toBeGreaterThan(0)
    },
  )
})
