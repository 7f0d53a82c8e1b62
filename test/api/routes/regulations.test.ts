import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder, idsOf, type Named } from '../../support/builders/event-builder.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-02-10T12:00:00Z')
let api: TestApi
let pumps: Named
let fishing: Named
let extended: Named

const EXTRAS = {
  volume: 91,
  dates: 'Comments close on February 1.',
  corrections: ['2026-0C'],
  regulations_gov: [
    {
      document_id: 'DOE-2026-1-0001',
      docket_id: 'DOE-2026-1',
      docket_title: 'Pumps',
      comments_close_on: '2026-02-01',
    },
    { document_id: 'DOE-2026-2-0001', withdrawn: true, reason_withdrawn: 'Posted twice' },
  ],
}

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const until = (closesOn: string) => ({
    opens_on: null,
    closes_on: closesOn,
    comment_url: 'https://comments.example/',
  })
  pumps = story.regulation({ document_number: '2026-01234' }, until('2026-02-10'))
  fishing = story.regulation({
    document_number: '2026-05678',
    type: 'notice',
    title: 'Fishing quotas',
    agencies: [
      { name: 'Commerce Department', slug: 'commerce-department', source_id: null, parent_source_id: null },
    ],
    docket_ids: ['NOAA-2026-7'],
    rins: [],
  })
  const withdrawn = story.regulation({ document_number: '2026-0W', state: 'withdrawn' }, until('2026-12-31'))
  const ended = story.regulation({ document_number: '2026-0E' }, until('2026-12-31'))
  story.emit('regulation.comment_period_closed', { ...idsOf(ended), closed_on: '2026-02-01' })
  // A new count of comments after the close does not reopen it. A new closing day does.
  const counted = {
    comment_count: 12,
    comment_count_as_of: '2026-02-03T00:00:00.000000Z',
    accepts_late: true,
  }
  story.emit('regulation.comment_period_changed', {
    ...idsOf(ended),
    comment_period: { ...until('2026-12-31'), ...counted },
  })
  extended = story.regulation({ document_number: '2026-0X', extras: EXTRAS }, until('2026-02-01'))
  story.emit('regulation.comment_period_closed', { ...idsOf(extended), closed_on: '2026-02-01' })
  story.emit('regulation.comment_period_changed', { ...idsOf(extended), comment_period: until('2026-12-31') })
  const later = story.regulation(
    { document_number: '2026-0L', publication_date: '2026-03-01' },
    until('2026-12-31'),
  )
  expect([withdrawn, later]).toHaveLength(2)
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { clock })
})

async function numbers(query: string): Promise<string[]> {
  const answer = await api.get(`/v1/regulations?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { document_number: string }[] }>().data.map((item) => item.document_number)
}

describe('a regulation', () => {
  it('can be filtered by agency, type and docket', async () => {
    expect(await numbers('agency=commerce-department')).toEqual(['2026-05678'])
    expect(await numbers('agency=Commerce%20Department')).toEqual(['2026-05678'])
    expect(await numbers('type=notice')).toEqual(['2026-05678'])
    expect(await numbers('docket=NOAA-2026-7')).toEqual(['2026-05678'])
  })

  it('can be filtered by the acronym of an agency, in upper and lower case', async () => {
    expect(await numbers('agency=DOC')).toEqual(['2026-05678'])
    expect(await numbers('agency=doc')).toEqual(['2026-05678'])
    expect(await numbers('agency=NRC')).toEqual([])
  })

  it('is found by a whole number, otherwise by words', async () => {
    expect(await numbers('q=2026-01234')).toEqual(['2026-01234'])
    expect(await numbers('q=NOAA-2026-7')).toEqual(['2026-05678'])
    expect(await numbers('q=quota')).toEqual(['2026-05678'])
    expect(await numbers('q=quota&updated_since=2026-01-01')).toEqual(['2026-05678'])
    expect(await numbers('q=2026-01234&updated_since=2026-01-01')).toEqual(['2026-01234'])
  })

  it('is open for comments until the end of the closing day, Eastern time', async () => {
    clock.set('2026-02-11T04:59:00Z')
    expect(await numbers('comment_state=open')).toEqual(['2026-01234', '2026-0X'])
    clock.set('2026-02-11T05:01:00Z')
    expect(await numbers('comment_state=open')).toEqual(['2026-0X'])
    expect(await numbers('comment_state=closed')).toEqual(['2026-01234', '2026-0W', '2026-0E', '2026-0L'])
    clock.set('2026-02-10T12:00:00Z')
  })

  it('is open only between publication and its close, unless it is withdrawn', async () => {
    const { data } = (await api.get('/v1/regulations')).json()
    const states = data.map((item: Record<string, string>) => [item.document_number, item.comment_state])
    expect(Object.fromEntries(states)).toEqual({
      '2026-01234': 'open',
      '2026-05678': 'none',
      '2026-0W': 'closed',
      '2026-0E': 'closed',
      '2026-0L': 'closed',
      '2026-0X': 'open',
    })
    const [counted] = data.filter((item: Record<string, string>) => item.document_number === '2026-0E')
    expect(counted.comment_period).toEqual({
      opens_on: null,
      closes_on: '2026-12-31',
      comment_url: 'https://comments.example/',
      accepts_late: true,
      comment_count: 12,
      comment_count_as_of: '2026-02-03T00:00:00.000000Z',
    })
  })

  it('shows each comment period, and keeps the previous one after an extension', async () => {
    const { comment_history } = (await api.get(`/v1/regulations/${extended.id}`)).json()
    expect(comment_history.map((entry: object) => Object.values(entry).slice(0, 4))).toEqual([
      ['opened', null, '2026-02-01', null],
      ['closed', null, '2026-02-01', '2026-02-01'],
      ['reopened', null, '2026-12-31', null],
    ])
    expect((await api.get(`/v1/regulations/${fishing.id}`)).json().comment_history).toEqual([])
  })

  it('shows its documents on regulations.gov, each with its own days', async () => {
    const { documents, corrections, dates, extras } = (await api.get(`/v1/regulations/${extended.id}`)).json()
    expect(documents).toMatchObject([
      {
        document_id: 'DOE-2026-1-0001',
        docket_title: 'Pumps',
        comments_close_on: '2026-02-01',
        withdrawn: false,
      },
      { document_id: 'DOE-2026-2-0001', docket_id: null, withdrawn: true, reason_withdrawn: 'Posted twice' },
    ])
    expect({ corrections, dates, extras }).toEqual({
      corrections: ['2026-0C'],
      dates: 'Comments close on February 1.',
      extras: { volume: 91 },
    })
  })

  it('has more members in its detail than in a list', async () => {
    const detail = (await api.get(`/v1/regulations/${pumps.id}`)).json()
    expect(detail).toMatchObject({
      abstract: 'Standards for pumps.',
      comment_state: 'open',
      comment_period: { closes_on: '2026-02-10' },
      cfr_references: [{ title: 10, part: '431' }],
    })
    expect((await api.get(`/v1/regulations/${fishing.ocd_id}`)).json().comment_period).toBeNull()
  })
})
