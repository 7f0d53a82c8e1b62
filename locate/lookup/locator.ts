import { Counter, type Registry } from 'prom-client'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { createKnownCache, type KnownCache } from '../read/known-cache.ts'
import { createCandidateFinder } from './find-candidates.ts'
import { locateAddress } from './locate-address.ts'
import { locatePosition } from './locate-position.ts'
import type { Locator, LookupInput } from './located.ts'
import type { Tried } from './tried.ts'

/** A lookup begins again if data changed while it ran, so that its parts belong together. This limits the tries. */
const MOST_TRIES = 3

/** Finds the divisions of addresses and positions in the loaded data. Two round trips to Postgres in most cases. */
export function createLocator(options: {
  readonly database: Queryable
  readonly metrics?: Registry
}): Locator {
  const { database, metrics } = options
  const knownCache: KnownCache = createKnownCache(database)
  const finder = createCandidateFinder(database)
  const outcomes = metrics && createOutcomes(metrics)

  async function tryOnce(input: LookupInput, day: string): Promise<Tried> {
    const known = await knownCache.get()
    return 'address' in input
      ? locateAddress({ database, finder, known, day }, input.address)
      : locatePosition({ database, known, day }, input)
  }

  return {
    async locate(input, { as_of }) {
      for (let tries = 1; ; tries++) {
        const { version, located } = await tryOnce(input, as_of)
        if (knownCache.confirm(version) || tries === MOST_TRIES) {
          outcomes?.inc({ outcome: located.matched ? located.level : located.reason })
          return located
        }
      }
    },
  }
}

function createOutcomes(metrics: Registry): Counter<'outcome'> {
  return new Counter({
    name: 'legislog_locate_outcomes_total',
    help: 'Lookups by how the place was found, or why not. split_district: too near a line, or in a gap between shapes',
    labelNames: ['outcome'],
    registers: [metrics],
  })
}
