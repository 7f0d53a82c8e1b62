import type { Queryable } from '../../../runtime/postgres/postgres.ts'

/** The tables of one state, as the geocoder's own loader makes them: children of those in the schema `tiger`. */
const keys: Readonly<Record<string, string>> = {
  edges: 'gid',
  faces: 'gid',
  featnames: 'gid',
  addr: 'gid',
  place: 'plcidfp',
  cousub: 'cosbidfp',
}

type State = { readonly state: string; readonly state_code: string }

export async function createStateTables(database: Queryable, { state }: State): Promise<void> {
  for (const [table, key] of Object.entries(keys)) {
    await database.query(
      `CREATE TABLE tiger_data.${state}_${table} (PRIMARY KEY (${key})) INHERITS (tiger.${table})`,
    )
  }
  await database.query(`
    CREATE TABLE tiger_data.${state}_zip_state_loc (PRIMARY KEY (zip, stusps, place)) INHERITS (tiger.zip_state_loc);
    CREATE TABLE tiger_data.${state}_zip_lookup_base (PRIMARY KEY (zip, state, county, city, statefp))
      INHERITS (tiger.zip_lookup_base);
    CREATE TABLE tiger_data.${state}_zip_state (PRIMARY KEY (zip, stusps)) INHERITS (tiger.zip_state)`)
}

/** Does the same as the loader's statements after a load. Source: loader_lookuptables of postgis_tiger_geocoder 3.3.2. */
export async function finishState(database: Queryable, { state, state_code }: State): Promise<void> {
  const name = (table: string) => `tiger_data.${state}_${table}`
  const [abbreviation, code] = [`'${state.toUpperCase()}'`, `'${state_code}'`]
  const placeOfEdge = `FROM ${name('edges')} e
      JOIN ${name('faces')} f ON e.tfidl = f.tfid OR e.tfidr = f.tfid
      JOIN ${name('place')} p ON f.statefp = p.statefp AND f.placefp = p.placefp`
  const indexes: Readonly<Record<string, readonly string[]>> = {
    place: ['(soundex(name))', 'USING gist (the_geom)'],
    cousub: ['USING gist (the_geom)', '(countyfp)'],
    faces: ['USING gist (the_geom)', '(tfid)', '(countyfp)'],
    featnames: ['(soundex(name))', '(lower(name))', '(tlid, statefp)'],
    edges: ['(tlid)', '(tfidr)', '(tfidl)', '(countyfp)', 'USING gist (the_geom)', '(zipl)'],
    addr: ['(tiger.least_hn(fromhn, tohn))', '(tlid, statefp)', '(zip)'],
  }
  for (const [table, some] of Object.entries(indexes)) {
    for (const index of some) await database.query(`CREATE INDEX ON ${name(table)} ${index}`)
  }
  await database.query(`
    INSERT INTO ${name('zip_state_loc')} (zip, stusps, statefp, place)
      SELECT DISTINCT e.zipl, ${abbreviation}, ${code}, p.name ${placeOfEdge} WHERE e.zipl IS NOT NULL;
    INSERT INTO ${name('zip_lookup_base')} (zip, state, county, city, statefp)
      SELECT DISTINCT e.zipl, ${abbreviation}, c.name, p.name, ${code} ${placeOfEdge}
      JOIN tiger.county c ON e.countyfp = c.countyfp AND e.statefp = c.statefp WHERE e.zipl IS NOT NULL;
    INSERT INTO ${name('zip_state')} (zip, stusps, statefp)
      SELECT DISTINCT zip, ${abbreviation}, ${code} FROM ${name('addr')} WHERE zip IS NOT NULL;
    CREATE INDEX ON ${name('zip_state_loc')} (soundex(place));
    CREATE INDEX ON ${name('zip_lookup_base')} (soundex(city))`)
  for (const table of [...Object.keys(keys), 'zip_state_loc', 'zip_lookup_base', 'zip_state']) {
    await database.query(`ALTER TABLE ${name(table)} ADD CHECK (statefp = ${code})`)
  }
}
