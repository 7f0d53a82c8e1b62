import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let prefiled: BuiltBill
let introduced: BuiltBill
let signed: BuiltBill
let impossible: BuiltBill

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  prefiled = story.bill({ identifier: 'HB 1', introduced_on: null, prefiled_on: '2025-12-10' })
  introduced = story.bill({ identifier: 'HB 2', introduced_on: '2026-01-13', prefiled_on: '2025-12-10' })
  signed = story.bill({ identifier: 'HB 3', introduced_on: '2025-02-01' })
  impossible = story.bill({ identifier: 'HB 4', introduced_on: '2025-03-01' })
  const signature = { classification: ['passage' as const], is_passage: false }
  story.action(signed, { date: '2025-02-01', description: 'Introduced', classification: ['introduction'] })
  story.action(signed, {
    date: '2025-03-01',
    description: 'Third reading, passed',
    classification: ['reading-3' as const],
    is_passage: true,
  })
  story.action(signed, { date: '2025-04-01', description: 'Passed House', classification: ['passage'] })
  story.action(signed, { date: '2025-04-05', description: 'Speaker signed.', ...signature })
  const placed = { placed_on: '2025-03-01', classification: ['passage' as const] }
  story.action(impossible, { date: '2025-03-01', description: 'First Reading' })
  story.action(impossible, { date: '3013-05-06', description: 'Passed House', ...placed })
  story.action(impossible, { date: '0206-05-06', description: 'Added Chief Co-Sponsor', ...placed })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
}, 120_000)

const idsOf = async (query: string): Promise<number[]> =>
  (await api.get(`/v1/bills?${query}`)).json<{ data: { id: number }[] }>().data.map(({ id }) => id)
const bill = async ({ id }: BuiltBill) => (await api.get(`/v1/bills/${id}`)).json()
type ActionItem = { date: string; is_passage: boolean; date_is_impossible: boolean }
const actionsOf = async ({ id }: BuiltBill) =>
  (await api.get(`/v1/bills/${id}/actions`)).json<{ data: ActionItem[] }>().data

describe('the days of a bill', () => {
  it('show when it was prefiled and when it was introduced', async () => {
    expect(await bill(prefiled)).toMatchObject({ introduced_on: null, prefiled_on: '2025-12-10' })
    expect(await bill(introduced)).toMatchObject({ introduced_on: '2026-01-13', prefiled_on: '2025-12-10' })
    expect(await bill(signed)).toMatchObject({ introduced_on: '2025-02-01', prefiled_on: null })
  })

  it('let introduced_since find a January bill that was prefiled in December', async () => {
    expect(await idsOf('introduced_since=2026-01-01')).toEqual([introduced.id])
    // A bill that is not introduced yet is found by the day on which it was filed.
    expect((await idsOf('introduced_since=2025-12-01')).sort()).toEqual([prefiled.id, introduced.id].sort())
    expect(await idsOf('sort=-introduced_on')).toEqual([introduced.id, prefiled.id, impossible.id, signed.id])
  })

  it('include the last real passage, not other actions that a source calls a passage', async () => {
    expect(await bill(signed)).toMatchObject({
      latest_passage_date: '2025-04-01',
      first_action_date: '2025-02-01',
    })
    expect((await actionsOf(signed)).map(({ is_passage }) => is_passage)).toEqual([false, true, true, false])
  })

  it('ignore impossible dates, which stay in the actions as printed', async () => {
    expect(await bill(impossible)).toMatchObject({
      latest_action: { date: '2025-03-01', description: 'First Reading' },
      first_action_date: '2025-03-01',
      latest_passage_date: null,
    })
    expect(await idsOf('action_since=2025-06-01')).toEqual([])
    const actions = await actionsOf(impossible)
    expect(actions.map(({ date, date_is_impossible }) => [date, date_is_impossible])).toEqual([
      ['2025-03-01', false],
      ['3013-05-06', true],
      ['0206-05-06', true],
    ])
  })
})
