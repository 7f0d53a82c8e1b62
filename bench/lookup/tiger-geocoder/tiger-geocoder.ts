import pg from 'pg'
import { cellAt } from '../../../corpus/county/grid.ts'
import { type CountySite, districtAt, stateNameOf } from '../../../corpus/county/sites.ts'
import type { County } from '../../../corpus/county/write-county.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { onServer } from '../../../test/support/stores/on-server.ts'
import { serverUrl } from '../../service/scratch-database.ts'
import type { Country } from '../country/country.ts'
import { outlinesOf } from '../country/fill-site.ts'
import type { Question } from '../country/questions.ts'
import type { Subject } from '../drive/measure-lookups.ts'
import type { Asker, Tally } from '../drive/tally.ts'
import { fillTigerCounty } from './fill-county.ts'
import { createStateTables, finishState } from './tables.ts'

const DATABASE = 'legislog_bench_tiger'

export type TigerGeocoder = {
  readonly load_s: number
  /** The district of the position that comes back is compared. */
  subject(questions: Iterator<Question, never>): Subject
  drop(): Promise<void>
}

/** The geocoder of PostGIS in a database of its own, with the same counties in its own tables. */
export async function createTigerGeocoder(
  settings: Settings,
  { county, sites }: Pick<Country, 'county' | 'sites'>,
): Promise<TigerGeocoder> {
  const server = serverUrl(settings)
  const url = new URL(`/${DATABASE}`, server).href
  const dropDatabase = () =>
    onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`))
  await dropDatabase()
  await onServer(server, (client) => client.query(`CREATE DATABASE ${DATABASE}`))
  const began = performance.now()
  await onServer(url, (client) => fill(client, county, sites))
  const load_s = (performance.now() - began) / 1000
  return {
    load_s,
    subject: (questions) => ({
      name: 'PostGIS tiger geocoder',
      spent_s: () => 0,
      connect: (connections) => askerOf(url, connections, questions, county),
    }),
    drop: async () => {
      await dropDatabase()
    },
  }
}

async function fill(client: pg.Client, county: County, sites: readonly CountySite[]): Promise<void> {
  for (const extension of ['postgis', 'fuzzystrmatch', 'postgis_tiger_geocoder']) {
    await client.query(`CREATE EXTENSION ${extension}`)
  }
  await client.query('SET search_path = tiger, public; CREATE SCHEMA IF NOT EXISTS tiger_data')
  const outlines = outlinesOf(county)
  const states = Map.groupBy(sites, ({ state }) => state)
  for (const [state, own] of states) {
    const [first] = own
    await createStateTables(client, first!)
    await client.query(
      `INSERT INTO tiger.state (statefp, stusps, name, the_geom) VALUES ($1, $2, $3, NULL)`,
      [first!.state_code, state.toUpperCase(), stateNameOf(first!)],
    )
    for (const site of own) await fillTigerCounty(client, { county, outlines, site })
    await finishState(client, first!)
  }
  await client.query(
    `INSERT INTO tiger.county_lookup (st_code, state, co_code, name)
     SELECT c.statefp::int, s.stusps, c.countyfp::int, c.name FROM tiger.county c JOIN tiger.state s USING (statefp)`,
  )
  await client.query(
    `INSERT INTO tiger.place_lookup (st_code, state, pl_code, name)
     SELECT p.statefp::int, s.stusps, p.placefp::int, p.name FROM tiger.place p JOIN tiger.state s USING (statefp)`,
  )
  await client.query('SELECT install_missing_indexes()')
  await client.query('VACUUM ANALYZE')
}

function askerOf(
  url: string,
  connections: number,
  questions: Iterator<Question, never>,
  county: County,
): Asker {
  // Its functions name their tables without a schema.
  const options = '-c search_path=tiger,public'
  const pool = new pg.Pool({ connectionString: url, max: connections, options })

  const tally: Tally = { asked: 0, matched: 0, wrong: 0 }
  const [lower, upper] = (['lower', 'upper'] as const).map(
    (tier) => county.maps.find((map) => map.tier === tier)!,
  )
  return {
    tally,
    close: () => pool.end(),
    async ask() {
      const { address, site, ...truth } = questions.next().value
      tally.asked += 1
      const { rows } = await pool.query<{ x: number; y: number }>({
        name: 'geocode',
        text: 'SELECT ST_X(geomout) AS x, ST_Y(geomout) AS y FROM geocode($1, 1) WHERE geomout IS NOT NULL',
        values: [address],
      })
      const [found] = rows
      if (found === undefined) return
      tally.matched += 1
      const cell = cellAt([found.x * 1e6 - site.shift[0], found.y * 1e6 - site.shift[1]])
      const isRight =
        String(districtAt(site, 'lower', lower!.districtOf(cell))) === truth.lower &&
        String(districtAt(site, 'upper', upper!.districtOf(cell))) === truth.upper
      if (!isRight) tally.wrong += 1
    },
  }
}
