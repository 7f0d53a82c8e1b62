import { beforeAll, describe, expect, it } from 'vitest'
import { fillActivity } from '../../../../derive/targets/activity/fill-activity.ts'
import { contextOf, idsOf, type Named } from '../../../support/builders/event-builder.ts'
import { billCore } from '../../../support/builders/event-parts.ts'
import {
  activityOf,
  addFiling,
  addOrganization,
  addPosition,
} from '../../../support/stories/advocacy-story.ts'
import { type AdvocacyWorld, createAdvocacyWorld } from '../../../support/targets/advocacy-world.ts'

const WA = 'ocd-division/country:us/state:wa'
const signal = new AbortController().signal

let world: AdvocacyWorld
const nextDay = async () => {
  await world.project()
  await world.fill()
}

beforeAll(async () => {
  world = await createAdvocacyWorld()
})

/** What is stored about an organization, without the time. */
async function sumsOf({ id }: Named) {
  const { rows } = await world.test.database.query(
    'SELECT kind, topic, jurisdiction, activities, quote FROM derive.organization_activity WHERE organization_id = $1 ORDER BY topic',
    [id],
  )
  return rows
}

async function changeOf({ id }: Named): Promise<{ readonly change: number; readonly updated_at: string }> {
  const { rows } = await world.test.database.query<{ change: number; updated_at: string }>(
    `SELECT c.change, s.updated_at FROM derive.organization_change c JOIN derive.organization_summary s USING (organization_id)
     WHERE organization_id = $1`,
    [id],
  )
  return rows[0]!
}

describe('the sums of organizations', () => {
  it('count a position on a bill that arrives later, and the subjects that a bill gets later', async () => {
    const { story } = world
    const core = billCore({ jurisdiction: WA, title: 'Ledgers', subjects: ['Banking'] })
    const later = { ...story.mint('ocd-bill'), ...core }
    const early = story.bill({ jurisdiction: WA, title: 'Quorum', subjects: [] })
    const bankers = addOrganization(story, 'Bankers')
    const jurors = addOrganization(story, 'Jurors')
    addPosition(story, bankers, later, { stance: 'support' })
    addPosition(story, jurors, early, { stance: 'support' })
    await nextDay()
    expect([await sumsOf(bankers), await sumsOf(jurors)]).toEqual([[], []])
    story.emit('bill.introduced', { ...idsOf(later), bill: contextOf(later), core })
    story.update(early, { title: 'Quorum', subjects: ['Banking'] })
    await nextDay()
    const banking = { kind: 'issue', topic: 'BAN', jurisdiction: WA, activities: 1 }
    expect(await sumsOf(bankers)).toEqual([{ ...banking, quote: 'Ledgers' }])
    expect(await sumsOf(jurors)).toEqual([{ ...banking, quote: 'Quorum' }])
    const before = [await changeOf(bankers), await changeOf(jurors)]
    story.action(later, { date: '2026-11-20', description: 'Read' })
    await nextDay()
    expect([await changeOf(bankers), await changeOf(jurors)]).toEqual(before)
  })

  it('are equal after everything is summed up again', async () => {
    const { database } = world.test
    const rowsOf = async () => {
      const { rows } = await database.query(
        `SELECT organization_id, kind, topic, jurisdiction, activities, issues, day, quote, source_url, is_ended
         FROM derive.organization_activity ORDER BY 1, 2, 3, 4`,
      )
      return rows
    }
    const before = await rowsOf()
    expect(before.length).toBeGreaterThan(0)
    await database.query('TRUNCATE derive.organization_activity_position')
    await world.fill()
    expect(await rowsOf()).toEqual(before)
  })
})

describe('the coverage of targets', () => {
  it('is pending while anything that is loaded is not summed up, or not searched for bills', async () => {
    const { story, test } = world
    const bill = story.bill({ jurisdiction: WA, title: 'Bees', subjects: ['Agriculture'] })
    const keepers = addOrganization(story, 'Keepers')
    addPosition(story, keepers, bill, { stance: 'support' })
    await nextDay()
    const statusesOf = async () => [
      (await world.read(`/v1/bills/${bill.id}/targets`)).coverage.status,
      (await world.read('/v1/targets/advocacy-prospects')).coverage.status,
    ]
    expect(await statusesOf()).toEqual(['complete', 'complete'])
    addPosition(story, keepers, bill, { stance: 'oppose', stated_on: '2026-10-01' })
    await world.project()
    expect(await statusesOf()).toEqual(['pending', 'pending'])
    await fillActivity({ database: test.database, signal })
    expect(await statusesOf()).toEqual(['complete', 'complete'])
    addFiling(story, keepers, { activities: [activityOf('AGR', 'bees')] })
    await world.project()
    await fillActivity({ database: test.database, signal })
    expect(await statusesOf()).toEqual(['pending', 'pending'])
    await world.fill()
    expect(await statusesOf()).toEqual(['complete', 'complete'])
  })
})
