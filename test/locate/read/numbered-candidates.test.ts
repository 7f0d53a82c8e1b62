import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parseAddress } from '../../../locate/address/parse-address.ts'
import { wantedOf } from '../../../locate/read/candidates.ts'
import { type Known, readKnown } from '../../../locate/read/known.ts'
import { createNumberedReader } from '../../../locate/read/numbered-candidates.ts'
import type { GeoWorld } from '../../support/locate/geo-world.ts'
import { createReno } from '../lookup/reno.ts'

let world: GeoWorld
let known: Known

beforeAll(async () => {
  world = await createReno()
  known = await readKnown(world.database)
})

const wantedBy = (address: string) =>
  wantedOf(parseAddress(address, known.places).readings, 'nv', known.releases.get('nv') ?? [])
const MAIN = '120 Main St, Reno, NV 89501'
const ELM = '720 Elm St, Reno, NV 89501'
const KILBOURNE = '120 Kilbourne Ave, Reno, NV 89501'

describe('the candidates of addresses that come at once', () => {
  it('are read by one statement, and each address gets its own', async () => {
    const query = vi.spyOn(world.database, 'query')
    const read = createNumberedReader(world.database)
    const addresses = [MAIN, ELM, KILBOURNE, MAIN]
    const together = await Promise.all(
      addresses.map((address) => read(wantedBy(address), known.face_methods)),
    )
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
    const streets = together.map((found) => [...new Set(found!.rows.map(({ street }) => street.key))])
    expect(streets).toEqual([['MAIN'], [], ['KILBOURNE'], ['MAIN']])
    for (const [index, address] of addresses.entries())
      expect(together[index]).toEqual(await read(wantedBy(address), known.face_methods))
    expect(new Set(together.map((found) => found!.version))).toEqual(new Set([known.version]))
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

  it('are not read by number if the address may mean more numbers than two', async () => {
    const read = createNumberedReader(world.database)
    const numbers = [1, 2, 3].map((value) => ({ prefix: '', value }))
    expect(await read({ ...wantedBy(MAIN), numbers }, known.face_methods)).toBeNull()
  })

  it('may have names with every mark of an array', async () => {
    const read = createNumberedReader(world.database)
    const odd = { ...wantedBy(MAIN), keys: ['a"b', 'c\\d', 'e,f{g}', 'NULL', '', 'MAIN'] }
    expect((await read(odd, known.face_methods))!.rows.map(({ street }) => street.key)).toEqual(['MAIN'])
  })
})
