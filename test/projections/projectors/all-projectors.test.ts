import { describe, expect, it } from 'vitest'
import { projectors } from '../../../projections/projectors/all-projectors.ts'
import { eventTypes } from '../../../schemas/log/event-catalog.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import type { Logged } from '../../legislature/log-builder.ts'
import { foldInBatches } from '../support/fold-log.ts'
import { byPartition, cut, interleave, randomFrom, repeat } from '../support/schedules.ts'

const log = goldenLog()
const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1)

/** A prefix of each partition, of random length. */
function prefix(random: () => number): Logged[] {
  const taken = new Set(
    [...byPartition(log).values()].flatMap((events) =>
      events.slice(0, Math.floor(random() * (events.length + 1))),
    ),
  )
  return log.filter((logged) => taken.has(logged))
}

describe('law 1, rows depend on the log alone:', () => {
  it('the golden log contains every event type', () => {
    expect(new Set(log.map(({ event }) => event.type))).toEqual(new Set(eventTypes))
  })

  describe.each(projectors.map((projector) => [projector.name, projector] as const))(
    'the projector %s',
    (_name, projector) => {
      const rowsOf = (batches: readonly Logged[][]) => {
        const tables = foldInBatches(batches)
        return projector.tables.map((table) => tables.read(table))
      }
      const expected = rowsOf([[...log]])

      it('makes rows of the golden log', () => {
        for (const rows of expected) expect(Object.keys(rows).length).toBeGreaterThan(0)
      })

      it('makes the same rows for all batch sizes', () => {
        expect(rowsOf(log.map((logged) => [logged]))).toEqual(expected)
        for (const seed of SEEDS) expect(rowsOf(cut(log, randomFrom(seed)))).toEqual(expected)
      })

      it('makes the same rows for all interleavings of the topics', () => {
        for (const seed of SEEDS) {
          const random = randomFrom(seed)
          expect(rowsOf(cut(interleave(log, random), random))).toEqual(expected)
        }
      })

      it('makes the same rows when parts are repeated', () => {
        for (const seed of SEEDS) {
          const random = randomFrom(seed)
          expect(rowsOf(repeat(cut(interleave(log, random), random), random))).toEqual(expected)
        }
      })

      it('makes the same rows for each prefix of the log', () => {
        for (const seed of SEEDS) {
          const random = randomFrom(seed)
          const part = prefix(random)
          const rows = rowsOf([part])
          expect(rowsOf(repeat(cut(interleave(part, random), random), random))).toEqual(rows)
        }
      })
    },
  )
})
