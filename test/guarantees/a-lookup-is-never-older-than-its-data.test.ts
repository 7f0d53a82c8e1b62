import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { box, createReno, lineAt, NV } from '../locate/lookup/reno.ts'
import { emitOfficial } from '../support/api/lookup-world.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import { rangeOf } from '../support/builders/address-releases.ts'
import { idsOf } from '../support/builders/event-builder.ts'
import type { GeoWorld } from '../support/locate/geo-world.ts'

let world: GeoWorld
let api: TestApi

beforeAll(async () => {
  world = await createReno()
  api = await createTestApi(world)
})

async function answerTo(query: string) {
  const answer = await api.get(`/v1/representatives?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as {
    readonly matched: boolean
    readonly reason: string
    readonly geographies: { readonly lower_district: string }
    readonly representatives: readonly { readonly name: string }[]
  }
}

async function lookUp(address: string): Promise<string> {
  const { matched, geographies, reason } = await answerTo(`address=${encodeURIComponent(address)}`)
  return matched ? geographies.lower_district : reason
}

const elm = '120 Elm St, Reno, NV 89501'

describe('a lookup that was answered before', () => {
  it('gets the answer of the data that are in force when it is made, from the first one on', async () => {
    expect(await lookUp(elm)).toBe('1')
    // The next edition has the street on the other side of the line.
    const moved = await world.release(
      { name: 'tiger-2022-32031', vintage: '2022' },
      { ranges: [rangeOf({ street: 'Elm St', line: lineAt(39.4) })] },
    )
    await world.load()
    expect(await lookUp(elm)).toBe('2')
    world.withdraw(moved)
    await world.load()
    expect(await lookUp(elm)).toBe('1')
    expect(await lookUp(elm)).toBe('1')
  })

  it('follows a change of the map at once', async () => {
    expect(await lookUp(elm)).toBe('1')
    await world.maps.emit(
      `${NV}/sldl:3`,
      { release: 'sld-2024', valid_from: '2024-01-01' },
      { json: box(-120, 39, -119, 40) },
    )
    await world.load()
    expect(await lookUp(elm)).toBe('3')
  })

  it('has no coverage as soon as the last release is withdrawn', async () => {
    const [release] = await world.rows<{ id: number; ocd_id: string }>(
      `SELECT id, ocd_id FROM ${world.projected.name}.address_releases WHERE NOT deleted`,
    )
    expect(await lookUp(elm)).toBe('3')
    world.withdraw(release!)
    await world.load()
    expect(await lookUp(elm)).toBe('no_coverage')
  })
})

describe('an office', () => {
  it('is shown with its holder of the moment, as soon as a change is projected', async () => {
    const { story } = world
    const namesOf = async () =>
      (await answerTo('lat=39.7&lng=-119.2')).representatives.map(({ name }) => name)
    expect(await namesOf()).toEqual([])
    const seat = { in: 'nv', division: 'nv/sldl:3', district: '3' }
    const member = emitOfficial(story, 'First Member', [seat])
    await world.project()
    expect(await namesOf()).toEqual(['First Member'])
    story.emit('person.removed', { ...idsOf(member), reason: 'removed' })
    await world.project()
    expect(await namesOf()).toEqual([])
  })

  it('is shown as soon as parked events are applied', async () => {
    const { database, projected, story } = world
    const namesOf = async () =>
      (await answerTo('lat=39.7&lng=-119.2')).representatives.map(({ name }) => name)
    emitOfficial(story, 'Parked Member', [{ in: 'nv', division: 'nv/sldl:3', district: '3' }])
    const events = story.take()
    await database.query(
      `INSERT INTO control.parked_event (read_schema, topic, partition, "offset", key, code, error, headers, appended_at)
       VALUES ($1, 'legislog.reference.v1', 0, 7, 'k', 'evolve_failed', 'test', '{}', 0)`,
      [projected.name],
    )
    expect(await namesOf()).toEqual([])
    // A retry writes the rows and removes the event in one transaction, and moves no position.
    await inTransaction(database, async (client) => {
      await projected.write(client, events)
      await client.query('DELETE FROM control.parked_event')
    })
    expect(await namesOf()).toEqual(['Parked Member'])
  })
})
