import { describe, expect, it } from 'vitest'
import { projectors } from '../../../projections/projectors/all-projectors.ts'
import { eventTypes } from '../../../schemas/log/event-catalog.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import type { Logged } from '../../legislature/log-builder.ts'
import { foldInBatches, type Tables } from '../support/fold-log.ts'
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

/** The tables after these batches, made once for all projectors. */
const foldOnce = <T>(make: (seed: number) => T): ((seed: number) => T) => {
  const made = new Map<number, T>()
  return (seed) => made.get(seed) ?? made.set(seed, make(seed)).get(seed)!
}

const inOneBatch = foldInBatches([[...log]])
const eventByEvent = foldInBatches(log.map((logged) => [logged]))
const cutAnywhere = foldOnce((seed) => foldInBatches(cut(log, randomFrom(seed))))
const interleaved = foldOnce((seed) => {
  const random = randomFrom(seed)
  return foldInBatches(cut(interleave(log, random), random))
})
const repeated = foldOnce((seed) => {
  const random = randomFrom(seed)
  return foldInBatches(repeat(cut(interleave(log, random), random), random))
})
const prefixes = foldOnce((seed) => {
  const random = randomFrom(seed)
  const part = prefix(random)
  return [
    foldInBatches([part]),
    foldInBatches(repeat(cut(interleave(part, random), random), random)),
  ] as const
})

describe('law 1, rows depend on the log alone:', () => {
  it('the golden log contains every event type', () => {
    expect(new Set(log.map(({ event }) => event.type))).toEqual(new Set(eventTypes))
  })

  describe.each(projectors.map((projector) => [projector.name, projector] as const))(
    'the projector %s',
    (_name, projector) => {
      const rowsIn = (tables: Tables) => projector.tables.map((table) => tables.read(table))
      const expected = rowsIn(inOneBatch)

      it('makes rows of the golden log', () => {
        for (const rows of expected) expect(Object.keys(rows).length).toBeGreaterThan(0)
      })

      it('makes the same rows for all batch sizes', () => {
        expect(rowsIn(eventByEvent)).toEqual(expected)
        for (const seed of SEEDS) expect(rowsIn(cutAnywhere(seed))).toEqual(expected)
      })

      it('makes the same rows for all interleavings of the topics', () => {
        for (const seed of SEEDS) expect(rowsIn(interleaved(seed))).toEqual(expected)
      })

      it('makes the same rows when parts are repeated', () => {
        for (const seed of SEEDS) expect(rowsIn(repeated(seed))).toEqual(expected)
      })

      it('makes the same rows for each prefix of the log', () => {
        for (const seed of SEEDS) {
          const [whole, cutUp] = prefixes(seed)
          expect(rowsIn(cutUp)).toEqual(rowsIn(whole))
        }
      })
    },
  )
})
