import { describe, expect, it } from 'vitest'
import { WorkingSet } from '../../../../projections/fold/working-set.ts'
import { regulationDetails } from '../../../../projections/projectors/regulation-details.ts'
import { regulationDetailsTable } from '../../../../projections/tables/regulation-tables.ts'
import type { CommentPeriod } from '../../../../schemas/event-bodies/regulation.ts'
import type { LogEvent } from '../../../../schemas/log/event.ts'
import { EventBuilder, idsOf } from '../../../support/builders/event-builder.ts'

type Entry = { change: string; opens_on: string | null; closes_on: string | null; closed_on: string | null }
const JULY_5: CommentPeriod = { opens_on: '2024-05-06', closes_on: '2024-07-05', comment_url: null }

/** The history after a document was published and these events were emitted. */
function historyOf(emit: (story: EventBuilder, rule: { id: number; ocd_id: string }) => void): Entry[] {
  const story = new EventBuilder()
  const rule = story.regulation()
  emit(story, rule)
  const rows = new WorkingSet()
  for (const event of story.take()) rows.apply(regulationDetails.evolve(rows, event as LogEvent<never>))
  return JSON.parse(rows.get(regulationDetailsTable, rule.id)?.comment_history ?? '[]')
}

const announced = (story: EventBuilder, rule: { id: number; ocd_id: string }, commentPeriod: CommentPeriod) =>
  story.emit('regulation.comment_period_changed', { ...idsOf(rule), comment_period: commentPeriod })
const closed = (story: EventBuilder, rule: { id: number; ocd_id: string }, closedOn: string) =>
  story.emit('regulation.comment_period_closed', { ...idsOf(rule), closed_on: closedOn })

describe('the history of a comment period', () => {
  it('keeps the day that an extension replaces', () => {
    const history = historyOf((story, rule) => {
      announced(story, rule, JULY_5)
      announced(story, rule, { ...JULY_5, closes_on: '2024-07-08' })
    })
    expect(history).toMatchObject([
      { change: 'opened', opens_on: '2024-05-06', closes_on: '2024-07-05', closed_on: null },
      { change: 'extended', opens_on: '2024-05-06', closes_on: '2024-07-08', closed_on: null },
    ])
  })

  it('has the time when a source reported it and the time when it entered the log', () => {
    const [entry] = historyOf((story, rule) => announced(story, rule, JULY_5))
    expect(entry).toMatchObject({
      observed_at: '2026-01-01T00:00:02.000000Z',
      recorded_at: '2026-01-01T00:00:02.000000Z',
    })
  })

  it('shows the actual end, even an early one, next to the last reported day', () => {
    const history = historyOf((story, rule) => {
      announced(story, rule, JULY_5)
      closed(story, rule, '2024-06-01')
    })
    expect(history.at(-1)).toMatchObject({
      change: 'closed',
      closes_on: '2024-07-05',
      closed_on: '2024-06-01',
    })
  })

  it('gets no new entry for comment counts or changed addresses', () => {
    const history = historyOf((story, rule) => {
      announced(story, rule, JULY_5)
      closed(story, rule, '2024-07-05')
      announced(story, rule, {
        ...JULY_5,
        comment_count: 12,
        comment_count_as_of: '2024-07-06T00:00:00.000000Z',
      })
      announced(story, rule, { ...JULY_5, comment_url: 'https://www.regulations.gov/commenton/X' })
    })
    expect(history.map(({ change }) => change)).toEqual(['opened', 'closed'])
  })

  it('names each kind of change of the days', () => {
    const history = historyOf((story, rule) => {
      announced(story, rule, { ...JULY_5, closes_on: null, opens_on: null })
      announced(story, rule, JULY_5)
      announced(story, rule, { ...JULY_5, closes_on: '2024-06-20' })
      announced(story, rule, { ...JULY_5, opens_on: '2024-05-10', closes_on: '2024-06-20' })
      closed(story, rule, '2024-06-20')
      announced(story, rule, { ...JULY_5, closes_on: '2024-09-01' })
      announced(story, rule, { ...JULY_5, closes_on: null })
    })
    expect(history.map(({ change }) => change)).toEqual([
      ...['opened', 'shortened', 'moved', 'closed', 'reopened', 'removed'],
    ])
  })

  it('starts over if a removed document is published again', () => {
    const history = historyOf((story, rule) => {
      announced(story, rule, JULY_5)
      story.emit('regulation.removed', { ...idsOf(rule), reason: 'printed twice' })
      announced(story, rule, { ...JULY_5, closes_on: '2024-08-01' })
    })
    expect(history).toEqual([])
  })
})
