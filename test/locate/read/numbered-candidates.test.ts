import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parseAddress } from '../../../locate/address/parse-address.ts'
import { wantedOf } from '../../../locate/read/candidates.ts'
import { type Known, readKnown } from '../../../locate/read/known.ts'
import { createNumberedReader } from '../../../locate/read/numbered-candidates.ts'
import { rangeOf } from '../../support/builders/address-releases.ts'
import type { GeoWorld } from '../../support/locate/geo-world.ts'
import { createReno, lineAt } from '../lookup/reno.ts'
import { addTown } from '../tricky-cases/invented-towns.ts'

let world: GeoWorld
let known: Known

beforeAll(async () => {
  world = await createReno()
  // The ZIP code and the place of another state.
  await addTown(world, {
    ...{ state: 'mn', place: 'Reno', zip5: '89501', county: 'kanabec', middle: [-93.3, 45.87] },
    districts: { 'sldu:10': 'all', 'sldl:10a': 'all' },
    ranges: [{ street: 'Main St' }, { street: 'Forest Ave' }],
  })
  await world.load()
  known = await readKnown(world.database)
})

const wantedBy = (address: string, state = 'nv') =>
  wantedOf(parseAddress(address, known.places).readings, known.releases.get(state) ?? [])
const MAIN = '120 Main St, Reno, NV 89501'
const ELM = '720 Elm St, Reno, NV 89501'
const FOREST = '120 Forest Ave, Reno, MN'
const KILBOURNE = '120 Kilbourne Ave, Reno, NV 89501'

describe('the candidates of addresses that come at once', () => {
  it('are read by one statement, and each address gets its own', async () => {
    const query = vi.spyOn(world.database, 'query')
    const read = createNumberedReader(world.database)
    const asked = [MAIN, ELM, KILBOURNE, MAIN].map((address) => wantedBy(address))
    asked.push(wantedBy(FOREST, 'mn'), wantedBy('120 Main St, Reno, MN 89501', 'mn'))
    const together = await Promise.all(asked.map((wanted) => read(wanted, known.face_methods)))
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
    const streets = together.map(({ rows }) => [
      ...new Set(rows.map(({ state, street }) => `${state} ${street.key}`)),
    ])
    expect(streets).toEqual([['nv MAIN'], [], ['nv KILBOURNE'], ['nv MAIN'], ['mn FRST'], ['mn MAIN']])
    for (const [index, wanted] of asked.entries())
      expect(together[index]).toEqual(await read(wanted, known.face_methods))
    expect(new Set(together.map(({ version }) => version))).toEqual(new Set([known.version]))
  })

  it('are read one by one if Postgres refuses the statement, and only the refused address fails', async () => {
    const read = createNumberedReader(world.database)
    const refused = { ...wantedBy(MAIN), numbers: [{ prefix: '', value: 2 ** 31 }] }
    const [bad, good] = await Promise.allSettled([
      read(refused, known.face_methods),
      read(wantedBy(MAIN), known.face_methods),
    ])
    expect(bad.status).toBe('rejected')
    expect(good).toMatchObject({ status: 'fulfilled', value: { rows: [{ street: { key: 'MAIN' } }] } })
  })

  it('have any of the numbers that the address may mean, and are found once', async () => {
    const read = createNumberedReader(world.database)
    const numbers = [1, 120, 150, 700].map((value) => ({ prefix: '', value }))
    const { rows } = await read({ ...wantedBy(MAIN), numbers }, known.face_methods)
    expect(rows.map(({ low, high, parity }) => [low, high, parity])).toEqual([[100, 198, 'E']])
    const inPlace = { ...wantedBy(MAIN), zips: [] }
    expect((await read({ ...inPlace, numbers }, known.face_methods)).rows).toEqual(rows)
    const around = [1, 1_000].map((value) => ({ prefix: '', value }))
    expect((await read({ ...inPlace, numbers: around }, known.face_methods)).rows).toEqual([])
  })

  it('are those of the releases in force', async () => {
    const read = createNumberedReader(world.database)
    const { id } = await world.release(
      { name: 'tiger-2022-32031', vintage: '2022' },
      { ranges: [rangeOf({ street: 'Kilbourne Ave', to: '398', line: lineAt(39.6) })] },
    )
    await world.load()
    const now = await readKnown(world.database)
    const wanted = wantedOf(parseAddress(KILBOURNE, now.places).readings, now.releases.get('nv') ?? [])
    const { rows } = await read(wanted, now.face_methods)
    expect(rows.map(({ release_id, high }) => [release_id, high])).toEqual([[id, 398]])
    const { rows: before } = await read(wantedBy(KILBOURNE), known.face_methods)
    expect(before.map(({ high }) => high)).toEqual([198])
  })

  it('may have names with every mark of an array', async () => {
    const read = createNumberedReader(world.database)
    const odd = { ...wantedBy(MAIN), keys: ['a"b', 'c\\d', 'e,f{g}', 'NULL', '', 'MAIN'] }
    expect((await read(odd, known.face_methods)).rows.map(({ street }) => street.key)).toEqual(['MAIN'])
  })
})
