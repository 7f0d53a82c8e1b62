import { beforeEach, describe, expect, it } from 'vitest'
import { createOfficialsCache, type OfficialsCache } from '../../../api/lookup/officials-cache.ts'
import type { Official } from '../../../api/read-model/people/officials.ts'

const official = (id: number, ...divisions: string[]) =>
  ({ id, roles: divisions.map((division_id) => ({ division_id })) }) as unknown as Official

let people: Official[]
let asked: (readonly string[])[]
let before: () => Promise<void> | void
let cache: OfficialsCache

beforeEach(() => {
  people = [official(1, 'north'), official(2, 'south', 'north'), official(3, 'south')]
  asked = []
  before = () => {}
  cache = createOfficialsCache(async (ids) => {
    asked.push(ids)
    const found = people.filter(({ roles }) => roles.some(({ division_id }) => ids.includes(division_id!)))
    await before()
    return found
  })
})

const idsOf = async (version: string | null, ...divisions: string[]) =>
  (await cache.of(version, divisions)).map(({ id }) => id).toSorted()

describe('the people of divisions', () => {
  it('are read once for each division, and listed once each', async () => {
    expect(await idsOf('1', 'north')).toEqual([1, 2])
    expect(await idsOf('1', 'north', 'south')).toEqual([1, 2, 3])
    expect(await idsOf('1', 'south', 'north')).toEqual([1, 2, 3])
    expect(asked).toEqual([['north'], ['south']])
  })

  it('are remembered if there are none', async () => {
    expect(await idsOf('1', 'west')).toEqual([])
    expect(await idsOf('1', 'west')).toEqual([])
    expect(asked).toEqual([['west']])
  })

  it('are read again after a change of people', async () => {
    await idsOf('1', 'north')
    people = [official(4, 'north')]
    expect(await idsOf('1', 'north')).toEqual([1, 2])
    expect(await idsOf('2', 'north')).toEqual([4])
    expect(await idsOf('2', 'north')).toEqual([4])
    expect(asked).toHaveLength(2)
  })

  it('are not remembered if people changed while they were read, or if their version is not known', async () => {
    before = async () => {
      before = () => {}
      await idsOf('2', 'south')
    }
    await idsOf('1', 'north')
    people = [official(5, 'north')]
    expect(await idsOf('2', 'north')).toEqual([5])
    expect(await idsOf(null, 'north')).toEqual([5])
    people = [official(6, 'north')]
    expect(await idsOf(null, 'north')).toEqual([6])
  })
})
