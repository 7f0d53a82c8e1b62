import { beforeAll, describe, expect, it } from 'vitest'
import { differencesOf } from '../nightly/kill-rounds/compare-runs.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { billOf, editSample, type SampleBill, type SampleVote } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const BILL = 'HB 1'
type World = { service: WholeService; receiver: Receiver }
type Part = 'bill' | 'votes'

let worlds: { bill_first: World; votes_first: World; together: World; votes_only: World }

beforeAll(async () => {
  const [bill_first, votes_first, together, votes_only] = await Promise.all([
    emit([['bill'], ['votes']]),
    emit([['votes'], ['bill']]),
    emit([['bill', 'votes']]),
    emit([['votes']]),
  ])
  worlds = { bill_first, votes_first, together, votes_only }
}, 120_000)

/** A service with the other bills of the sample, which then ingests one bill and its votes, run by run. */
async function emit(runs: readonly Part[][]): Promise<World> {
  const service = await createWholeService()
  await service.startAll()
  const others = await editSample()
  await others.bills((bills) => bills.filter(({ identifier }) => identifier !== BILL))
  await others.votes((votes) => votes.filter((vote) => vote.bill_identifier !== BILL))
  await service.ingest('openstates-scraper', others.folder)
  await service.caughtUp()
  const { receiver } = await service.createEndpoint(['vote.recorded'])
  for (const parts of runs) {
    await service.ingest('openstates-scraper', await folderOf(parts), { mode: 'live' })
    await service.caughtUp()
    await service.delivered()
  }
  return { service, receiver }
}

async function folderOf(parts: readonly Part[]): Promise<string> {
  const sample = await editSample()
  const isTold = (part: Part, about: string) => parts.includes(part) && about === BILL
  await sample.bills((bills: SampleBill[]) => {
    billOf(bills, BILL)
    return bills.filter(({ identifier }) => isTold('bill', identifier))
  })
  await sample.votes((votes: SampleVote[]) => votes.filter((vote) => isTold('votes', vote.bill_identifier)))
  return sample.folder
}

const reported = ({ receiver }: World) =>
  receiver.received
    .map(({ body }) => JSON.parse(body).data as Record<string, unknown>)
    .map(({ bill_id: _bill, vote_id: _vote, ...data }) => JSON.stringify(data))
    .toSorted()

describe('a bill and its votes', () => {
  it('give the same rows, whichever comes first in the log', async () => {
    const { bill_first, votes_first, together } = worlds
    for (const { service } of [votes_first, together]) {
      expect(await differencesOf(bill_first.service.database, service.database, 'read_0001')).toEqual([])
    }
  })

  it('agree with the independent fold in each order', async () => {
    for (const { service } of Object.values(worlds)) {
      expect(await service.verify()).toMatchObject({ is_equal: true, holes: [], parked: [] })
    }
  })

  it('send one webhook for each vote, the same in each order', async () => {
    const expected = reported(worlds.bill_first)
    expect(expected.length).toBeGreaterThan(1)
    for (const world of Object.values(worlds)) {
      expect(reported(world)).toEqual(expected)
      expect(new Set(world.receiver.keys()).size).toBe(expected.length)
    }
  })

  it('stay separate if the bill is never emitted: its votes exist, and the bill is hidden', async () => {
    const { votes_only, together } = worlds
    const api = await votes_only.service.openApi()
    const { data } = (await api.get(`/v1/bills?jurisdiction=zz&q=${encodeURIComponent(BILL)}`)).json()
    expect(data.filter((bill: { identifier: string }) => bill.identifier === BILL)).toEqual([])
    expect(await votesOf(votes_only)).toBe(await votesOf(together))
  })
})

async function votesOf({ service }: World): Promise<number> {
  const { rows } = await service.database.query<{ votes: number }>(
    'SELECT count(*) AS votes FROM read_0001.votes WHERE NOT deleted',
  )
  return rows[0]!.votes
}
