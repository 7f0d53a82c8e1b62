import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../support/api/test-api.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { billOf, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let receiver: Receiver
let legislature: EditedSample

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  receiver = (await service.createEndpoint(['*'])).receiver
  legislature = await editSample()
})

type Item = { id: number | string; description?: string; order?: number }

async function emitted(source: string, folder: string): Promise<Record<string, number>> {
  const { by_type, quarantined } = await service.ingest(source, folder)
  expect(quarantined).toBe(0)
  await service.caughtUp()
  return by_type
}

async function list(path: string): Promise<Item[]> {
  return (await api.get(path)).json().data
}

const billNamed = async (identifier: string) =>
  (await list(`/v1/bills?jurisdiction=zz&q=${encodeURIComponent(identifier)}`))[0]!

describe('a correction by the source', () => {
  it('of the words of an action keeps its id, and adds no action', async () => {
    const { id } = await billNamed('HB 7')
    const before = await list(`/v1/bills/${id}/actions`)
    await legislature.bills((bills) => {
      const [first] = billOf(bills, 'HB 7').actions
      first!.description = 'Introduced; read first time'
      return bills
    })
    expect(await emitted('openstates-scraper', legislature.folder)).toEqual({ 'bill.action_corrected': 1 })
    const after = await list(`/v1/bills/${id}/actions`)
    expect(after.map((action) => action.id)).toEqual(before.map((action) => action.id))
    expect(after.map(({ description }) => description)).toContain('Introduced; read first time')
  })

  it('that removes an action leaves a tombstone', async () => {
    const { id } = await billNamed('SB 2')
    const before = await list(`/v1/bills/${id}/actions`)
    await legislature.bills((bills) => {
      billOf(bills, 'SB 2').actions.pop()
      return bills
    })
    expect(await emitted('openstates-scraper', legislature.folder)).toEqual({ 'bill.action_removed': 1 })
    const after = await list(`/v1/bills/${id}/actions`)
    const gone = before.filter((action) => !after.some((one) => one.id === action.id))
    expect(gone).toHaveLength(1)
    const all = await list(`/v1/bills/${id}/actions?include=deleted`)
    expect(all.find((one) => one.id === gone[0]!.id)).toMatchObject({ deleted: true })
  })

  it('to a roll call is a correction of the vote', async () => {
    await legislature.votes((votes) => {
      votes[0]!.result = 'fail'
      return votes
    })
    expect(await emitted('openstates-scraper', legislature.folder)).toEqual({ 'vote.corrected': 1 })
  })

  it('to a title is an update of the bill, with its reason', async () => {
    await legislature.bills((bills) => {
      billOf(bills, 'HB 5').title = 'An Act of another name'
      return bills
    })
    expect(await emitted('openstates-scraper', legislature.folder)).toEqual({ 'bill.updated': 1 })
    expect(await billNamed('HB 5')).toMatchObject({
      title: 'An Act of another name',
      reasons: { title: expect.any(String) },
    })
  })

  it('to a comment period is one event with the new end', async () => {
    const register = await editSample('register')
    const text = await readFile(join(register.folder, 'documents.json'), 'utf8')
    await register.write('documents.json', text.replace('"2026-12-31"', '"2027-01-31"'))
    const types = await emitted('federal-register', register.folder)
    expect(types).toEqual({ 'regulation.comment_period_changed': 1 })
    const [regulation] = await list('/v1/regulations?q=2026-90001')
    expect(JSON.stringify(regulation)).toContain('2027-01-31')
  })

  it('to a seat is one event of the person, and changes the row', async () => {
    const people = await editSample('people')
    const file = join('data', 'zz', 'legislature', 'Ada-Alder-5a5a0000-0000-4000-8000-000000000001.yml')
    const text = await readFile(join(people.folder, file), 'utf8')
    await people.write(file, text.replace("district: '1'", "district: '9'"))
    expect(await emitted('openstates-people', people.folder)).toMatchObject({ 'person.observed': 1 })
    const [ada] = await list('/v1/legislators?jurisdiction=zz&q=Alder')
    expect(ada).toMatchObject({ current_role: { district: '9' } })
  })

  it('sends no webhook to a subscription to new actions, status changes and votes', async () => {
    await service.delivered()
    expect(receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual([])
    expect(await service.verify()).toMatchObject({ is_equal: true })
  })
})
