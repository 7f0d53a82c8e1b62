import { beforeAll, describe, expect, it } from 'vitest'
import { createReno } from '../../locate/lookup/reno.ts'
import { emitOfficial } from '../../support/api/lookup-world.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

type Answer = {
  readonly geographies: { readonly upper_district: string; readonly lower_district: string }
  readonly representatives: readonly { readonly name: string }[]
}

let api: TestApi

beforeAll(async () => {
  const world = await createReno()
  const upper = { chamber: 'upper', type: 'upper' } as const
  const north = { in: 'nv', division: 'nv/sldu:1', district: '1', ...upper, start_date: '2023-02-06' }
  emitOfficial(world.story, 'North Senator', [{ ...north, end_date: '2026-12-31' }])
  emitOfficial(world.story, 'South Senator', [{ ...north, division: 'nv/sldu:2', district: '2' }])
  emitOfficial(world.story, 'North Member', [{ in: 'nv', division: 'nv/sldl:1', district: '1' }])
  emitOfficial(world.story, 'New Member', [
    { in: 'nv', division: 'nv/sldl:9', district: '9', start_date: '2027-01-01' },
  ])
  await world.project()
  api = await createTestApi(world, { clock: createManualClock('2026-06-15T12:00:00Z') })
})

const answerTo = async (query: string) => {
  const answer = await api.get(`/v1/representatives?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const seatsIn = ({ geographies, representatives }: Answer) => ({
  upper: geographies.upper_district,
  lower: geographies.lower_district,
  names: representatives.map(({ name }) => name),
})

describe('an answer from loaded addresses and maps', () => {
  it('names the districts on either side of a street, and who sits there', async () => {
    const north = { upper: '1', lower: '1', names: ['North Senator', 'North Member'] }
    const south = { upper: '2', lower: '2', names: ['South Senator'] }
    expect(seatsIn(await answerTo('address=121 Main St, Reno, NV 89501'))).toEqual(north)
    expect(seatsIn(await answerTo('address=120 Main St, Reno, NV 89501'))).toEqual(south)
    expect(seatsIn(await answerTo('lat=39.6&lng=-119.5'))).toEqual(north)
  })

  it('follows the maps in force on the day', async () => {
    const address = 'address=120 Main St, Reno, NV 89501'
    expect(seatsIn(await answerTo(`${address}&as_of=2027-02-01`))).toEqual({
      upper: '9',
      lower: '9',
      names: ['New Member'],
    })
    const { next, ...today } = await answerTo(`${address}&include=next,details`)
    expect(seatsIn(today)).toMatchObject({ upper: '2', lower: '2' })
    expect(seatsIn(next)).toEqual({ upper: '9', lower: '9', names: ['New Member'] })
    expect(next.effective_on).toBe('2027-01-01')
    expect(today).toMatchObject({
      match_level: 'range',
      boundary_release: { upper: 'sld-2022', lower: 'sld-2022' },
      source: ['tiger-2021-32031'],
    })
  })

  it('gives the reason if nothing matches', async () => {
    for (const [address, reason] of [
      ['9999 Main St, Reno, NV 89501', 'split_district'],
      ['120 Nowhere St, Reno, NV 89501', 'not_found'],
      ['PO Box 7, Reno, NV', 'po_box'],
      ['Reno, NV', 'address_incomplete'],
      ['1 Main St, Cheyenne, WY', 'no_coverage'],
    ])
      expect(await answerTo(`address=${address}`), address).toMatchObject({ matched: false, reason })
  })
})
