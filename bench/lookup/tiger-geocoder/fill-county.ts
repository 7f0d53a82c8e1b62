import { places } from '../../../corpus/county/faces.ts'
import { outlineOf } from '../../../corpus/county/outline.ts'
import { numbersOf, streetNamesOf } from '../../../corpus/county/segments.ts'
import type { Shape } from '../../../corpus/county/shapefile/shp.ts'
import { type CountySite, cityAt, pointAt, zipAt } from '../../../corpus/county/sites.ts'
import type { County } from '../../../corpus/county/write-county.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Outlines } from '../country/fill-site.ts'

type Row = Readonly<Record<string, string | number | null>>

const ROAD = 'S1400'

/** Fills the tables of a state with one copy of a county, as the geocoder's loader stores the files of the Census. */
export async function fillTigerCounty(
  database: Queryable,
  {
    county,
    outlines,
    site,
  }: { readonly county: County; readonly outlines: Outlines; readonly site: CountySite },
): Promise<void> {
  const { state, state_code: statefp, county_code: countyfp } = site
  const into = (table: string) => `tiger_data.${state}_${table}`
  const name = { name: site.name, namelsad: `${site.name} County`, the_geom: areaOf(site, outlines.county) }
  await insert(database, 'tiger.county', [{ statefp, countyfp, cntyidfp: statefp + countyfp, ...name }])
  const cousub = { statefp, countyfp, cousubfp: '00000', cosbidfp: `${statefp}${countyfp}00000` }
  await insert(database, into('cousub'), [{ ...cousub, ...name }])
  const cities = outlines.cities.map(({ name: drawn, shape }) => {
    const placefp = placeCode(site, drawn)
    const city = cityAt(site, drawn)
    const ids = { statefp, placefp, plcidfp: statefp + placefp }
    return { ...ids, name: city, namelsad: `${city} city`, the_geom: areaOf(site, shape) }
  })
  await insert(database, into('place'), cities)
  await insert(
    database,
    into('faces'),
    county.faces.all.map(({ tfid, cells, place }) => ({
      tfid: tfid + site.first_id,
      statefp,
      countyfp,
      cousubfp: '00000',
      lwflag: 'L',
      placefp: place === null ? null : placeCode(site, place.name),
      the_geom: areaOf(site, outlineOf(cells)),
    })),
  )
  await fillStreets(database, into, county, site)
}

async function fillStreets(
  database: Queryable,
  into: (table: string) => string,
  { segments }: County,
  site: CountySite,
): Promise<void> {
  const { state_code: statefp, county_code: countyfp, first_id } = site
  const edges: Row[] = []
  const names: Row[] = []
  const ranges: Row[] = []
  for (const segment of segments) {
    const tlid = segment.tlid + first_id
    const { street, quarter, left, right, line } = segment
    const [fullname] = streetNamesOf(segment)
    const points = line.map((point) => pointAt(site, point).map(degrees).join(' '))
    edges.push({
      statefp,
      countyfp,
      tlid,
      mtfcc: ROAD,
      fullname: fullname!,
      roadflg: 'Y',
      tfidl: left.face.tfid + first_id,
      tfidr: right.face.tfid + first_id,
      zipl: zipAt(site, left.zip5),
      zipr: zipAt(site, right.zip5),
      the_geom: `MULTILINESTRING((${points.join(',')}))`,
    })
    for (const [index, full] of streetNamesOf(segment).entries()) {
      const printed = index === 0 ? street.name : street.also!
      // `State Hwy 9` is the road 9 of the type `State Hwy`.
      const road = /^(?<type>(?:State )?Hwy) (?<number>\d+)$/u.exec(printed)?.groups
      names.push({
        statefp,
        tlid,
        fullname: full,
        name: road?.number ?? printed,
        mtfcc: ROAD,
        pretypabrv: road?.type ?? null,
        suftypabrv: street.suffix || null,
        predirabrv: street.direction === 'row' ? quarter : null,
        sufdirabrv: street.direction === 'row' ? null : quarter,
        paflag: index === 0 ? 'P' : 'A',
      })
    }
    for (const [side, on] of [['L', left] as const, ['R', right] as const]) {
      const { from, to } = numbersOf(segment, on)
      ranges.push({ statefp, tlid, side, fromhn: from, tohn: to, zip: zipAt(site, on.zip5), mtfcc: ROAD })
    }
  }
  await insert(database, into('edges'), edges)
  await insert(database, into('featnames'), names)
  await insert(database, into('addr'), ranges)
}

/** Copies in one state have cities of their own. */
function placeCode({ county_code }: CountySite, drawn: string): string {
  const { code } = places.find(({ name }) => name === drawn)!
  return String(Number(code) + Number(county_code))
}

const degrees = (millionths: number): number => millionths / 1e6

function areaOf(site: CountySite, shape: Shape): string {
  const rings = shape.map(
    (ring) => `((${ring.map((point) => pointAt(site, point).map(degrees).join(' ')).join(',')}))`,
  )
  return `MULTIPOLYGON(${rings.join(',')})`
}

/** Postgres gets the rows as JSON, so that one statement does for every table. */
const ROWS_AT_ONCE = 5_000

async function insert(database: Queryable, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const values = columns.map((column) =>
    column === 'the_geom' ? 'ST_GeomFromText(r.the_geom, 4269)' : `r.${column}`,
  )
  const types = columns.map((column) => `${column} ${numbers.has(column) ? 'bigint' : 'text'}`)
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await database.query(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM json_to_recordset($1) AS r (${types.join(', ')})`,
      [JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))],
    )
  }
}

const numbers: ReadonlySet<string> = new Set(['tlid', 'tfid', 'tfidl', 'tfidr'])
