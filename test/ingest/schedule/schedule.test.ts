import { describe, expect, it } from 'vitest'
import type { LastFetch } from '../../../ingest/run-context/last-fetch.ts'
import { planSchedule } from '../../../ingest/schedule/schedule.ts'
import { loadSources } from '../../../ingest/sources/registry.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

const sources = await loadSources()
const keys = { LEGISCAN_API_KEY: 'x', REGULATIONS_GOV_API_KEY: 'x', LDA_API_KEY: 'x' }
const planned = (env: Record<string, string>, fetches = new Map<string, LastFetch>()) =>
  planSchedule(readSettings(env), sources, fetches)

describe('the schedule of all sources', () => {
  it('has every source with an address: places and people, then bills, then votes and texts', () => {
    const names = planned(keys).scheduled.map(({ source }) => source.name)
    expect(names.toSorted()).toEqual(
      sources
        .filter(({ feed }) => feed !== undefined)
        .map(({ name }) => name)
        .toSorted(),
    )
    const inOrder = [
      'ocd-divisions',
      'openstates-people',
      'govinfo-billstatus',
      'congress-votes',
      'bill-text',
    ]
    expect(names.filter((name) => inOrder.includes(name))).toEqual(inOrder)
  })

  it('leaves out sources without a key, and names the missing setting', () => {
    const { scheduled, not_configured } = planned({})
    const names = scheduled.map(({ source }) => source.name)
    expect(not_configured).toContainEqual({ source: 'legiscan', setting: 'LEGISCAN_API_KEY' })
    for (const { source, setting } of not_configured) {
      expect(names).not.toContain(source)
      expect(setting).toMatch(/_API_KEY$/)
    }
  })

  it('makes sources that were never fetched due now, and others after their interval', () => {
    const last: LastFetch = {
      run_id: 'one',
      status: 'done',
      started_at: '2026-03-02T09:00:00Z',
      ended_at: '2026-03-02T09:01:00Z',
      failures: 0,
    }
    const { scheduled } = planned(
      { INGEST_INTERVALS: 'federal-register=15m' },
      new Map([['federal-register', last]]),
    )
    const register = scheduled.find(({ source }) => source.name === 'federal-register')
    const waited_s = (register!.due_at.getTime() - Date.parse(last.started_at)) / 1_000
    expect(waited_s).toBeGreaterThanOrEqual(900)
    expect(waited_s).toBeLessThan(990)
    const others = scheduled.filter(({ source }) => source.name !== 'federal-register')
    expect(others.every(({ due_at }) => due_at.getTime() === 0)).toBe(true)
  })
})
