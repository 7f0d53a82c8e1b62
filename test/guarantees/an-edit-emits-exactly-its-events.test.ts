import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../support/api/test-api.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { billOf, type EditedSample, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { rowVersions } from '../support/stores/row-versions.ts'

let service: WholeService
let api: TestApi
let sample: EditedSample
let endpoint: { secret: string; receiver: Receiver }
let billId: number

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  endpoint = await service.createEndpoint(['*'])
  sample = await editSample()
  billId = (await api.get('/v1/bills?jurisdiction=zz&q=HB%207')).json().data[0].id
})

describe('an edit of a record', () => {
  it('emits a new action, its status change and a new vote, and nothing else', async () => {
    await sample.bills((bills) => {
      const passage = sampleAction('2026-03-24', 'Read third time and passed', ['reading-3', 'passage'])
      billOf(bills, 'HB 7').actions.push(passage)
      return bills
    })
    await sample.votes((votes) => [
      ...votes,
      {
        ...votes[0]!,
        _id: '00000009-fa11-11f0-8002-00005a5a0001',
        identifier: 'RC 9',
        bill: '00000007-fa11-11f0-8001-00005a5a0001',
        bill_identifier: 'HB 7',
        start_date: '2026-03-24',
        sources: [{ url: 'https://legislature.sample.example/2026/rollcalls/9', note: '' }],
      },
    ])
    const { by_type, quarantined } = await service.ingest('openstates-scraper', sample.folder)
    expect({ by_type, quarantined }).toEqual({
      by_type: { 'bill.action': 1, 'bill.status_changed': 1, 'vote.recorded': 1 },
      quarantined: 0,
    })
  })

  it('delivers each event once, signed', async () => {
    await service.caughtUp()
    await service.delivered()
    const { received } = endpoint.receiver
    expect(received.map(({ body }) => JSON.parse(body).event).sort()).toEqual([
      'bill.action',
      'bill.status_changed',
      'vote.recorded',
    ])
    expect(new Set(received.map(({ key }) => key)).size).toBe(3)
    for (const { body, headers } of received) {
      new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)
      expect(JSON.parse(body).data).toMatchObject({ bill_id: billId })
    }
  })

  it('is visible in the API', async () => {
    const bill = (await api.get(`/v1/bills/${billId}`)).json()
    expect(bill).toMatchObject({ status: 'passed_one_chamber', status_date: '2026-03-24' })
    expect(Object.keys(bill.reasons)).toEqual(expect.arrayContaining(['action', 'status', 'vote']))
    const actions = (await api.get(`/v1/bills/${billId}/actions`)).json().data
    expect(actions.map((one: { description: string }) => one.description)).toContain(
      'Read third time and passed',
    )
    const votes = (await api.get(`/v1/bills/${billId}/votes`)).json().data
    expect(votes.map((one: { identifier: string }) => one.identifier)).toEqual(['RC 9'])
  })
})

describe('the same files, read again,', () => {
  it('emit nothing, write no row, and give no changes to a client that is in sync', async () => {
    const first = await eventually(async () => {
      const page = await api.get('/v1/bills?jurisdiction=zz&updated_since=2026-01-01&limit=200')
      const { data } = page.json()
      return data.some((one: { id: number }) => one.id === billId) && page
    })
    const synced = String(first.headers['x-sync-through'])
    const before = await rowVersions(service.database)
    for (const folder of [sample.folder, sample.folder]) {
      const counts = await service.ingest('openstates-scraper', folder)
      expect(counts).toMatchObject({ events: 0, stale: 0, quarantined: 0, unchanged: counts.entities })
    }
    const { rows } = await service.database.query('SELECT FROM ingest.outbox')
    expect(rows).toEqual([])
    expect(await rowVersions(service.database)).toEqual(before)
    for (const path of ['bills', 'legislators', 'regulations']) {
      const page = await api.get(`/v1/${path}?updated_since=${encodeURIComponent(synced)}`)
      expect(page.json()).toEqual({ data: [], next_cursor: null })
    }
    expect(endpoint.receiver.received).toHaveLength(3)
    expect(await service.verify()).toMatchObject({ is_equal: true })
  })
})
