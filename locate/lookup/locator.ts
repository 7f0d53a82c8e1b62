import { Counter, type Registry } from 'prom-client'
import { createBatcher, createSharedReading } from '../../runtime/batcher.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { createAreas } from '../read/areas.ts'
import { readKnown, readVersion } from '../read/known.ts'
import { createKnownCache, type KnownCache } from '../read/known-cache.ts'
import { createCandidateFinder } from './find-candidates.ts'
import { type Context, locateAddress } from './locate-address.ts'
import { locatePosition } from './locate-position.ts'
import type { Located, Locator, LookupInput } from './located.ts'
import type { Tried } from './tried.ts'

/** A lookup begins again if data changed while it ran, so that its parts belong together. Then it reads one snapshot. */
const MOST_TRIES = 2
/** Lookups that share a snapshot. */
const MOST_IN_SNAPSHOT = 100

type Asked = { readonly input: LookupInput; readonly day: string }

/** Finds the divisions of addresses and positions in the loaded data. Most addresses take one statement, which those that come at once share. */
export function createLocator(options: {
  readonly database: Database
  readonly metrics?: Registry
}): Locator {
  const { database, metrics } = options
  const knownCache: KnownCache = createKnownCache(database)
  const finder = createCandidateFinder(database)
  const areas = createAreas(database)
  const sharedVersion = createSharedReading(() => readVersion(database))
  const outcomes = metrics && createOutcomes(metrics)

  const tryIn = (context: Context, input: LookupInput): Promise<Tried> =>
    'address' in input ? locateAddress(context, input.address) : locatePosition(context, input)

  async function locate({ input, day }: Asked): Promise<Located> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const known = await knownCache.get()
      const context = { database, finder, areas, readVersion: sharedVersion, known, day }
      const { version, located } = await tryIn(context, input)
      if (version === 'needless' || knownCache.confirm(version)) return located
    }
    return locateInSnapshot({ input, day })
  }

  /** While data change faster than a lookup reads them: a nation's maps are being loaded. It remembers nothing. */
  async function locateAllInSnapshot(asked: readonly Asked[]): Promise<readonly Located[]> {
    return inTransaction(database, async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      const known = await readKnown(client)
      const own = { finder: createCandidateFinder(client), areas: createAreas(client) }
      const context = { database: client, ...own, readVersion: async () => known.version, known }
      const located: Located[] = []
      for (const { input, day } of asked) located.push((await tryIn({ ...context, day }, input)).located)
      return located
    })
  }
  const locateInSnapshot = createBatcher(locateAllInSnapshot, { most: MOST_IN_SNAPSHOT })

  return {
    async locate(input, { as_of }) {
      const located = await locate({ input, day: as_of })
      outcomes?.inc({ outcome: located.matched ? located.level : located.reason })
      return located
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
