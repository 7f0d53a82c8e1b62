import { expect, it } from 'vitest'
import type { WidgetScorecard } from '../../../schemas/http/widgets/widget-scorecard.ts'
import { scorecardTable } from '../../../site/widget-page/scorecard.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const scorecard = (more: Partial<WidgetScorecard> = {}): WidgetScorecard => ({
  id: 7,
  title: 'Bees',
  organization: 'Friends of bees',
  place: 'Washington',
  sessions: ['2025-2026'],
  page_url: 'https://pages.example/scorecards/7',
  scores: [
    {
      legislator_id: 3,
      name: 'Ada Senator',
      party: 'Independent',
      chamber: 'upper',
      district: '22',
      score: 50,
      printed: '49.6',
      rank: 2,
    },
  ],
  ...more,
})

it('shows a computed score as a percent, and links to what it is made of', () => {
  const html = scorecardTable(scorecard())
  expect(html).toContain('Ada Senator (Independent, 22)')
  expect(html).toContain('<td data-label="Score">50 %</td><td data-label="Rank">2</td>')
  expect(html).toContain('href="https://pages.example/scorecards/7"')
})

it('shows a score that was only printed as it was printed, and none as none', () => {
  const [one] = scorecard().scores
  const printed = scorecardTable(scorecard({ scores: [{ ...one!, score: null, rank: null }] }))
  expect(printed).toContain('<td data-label="Score">49.6</td><td data-label="Rank"></td>')
  const none = scorecardTable(scorecard({ scores: [{ ...one!, score: null, printed: null, rank: null }] }))
  expect(none).toContain('<td data-label="Score">none</td>')
})

it('shows texts of organizations and sources as texts', () => {
  const [one] = scorecard().scores
  const html = scorecardTable(
    scorecard({
      title: HOSTILE,
      organization: HOSTILE,
      scores: [{ ...one!, name: HOSTILE, printed: HOSTILE }],
    }),
  )
  expect(html).not.toContain('<img')
})

it('says that a scorecard was taken back, or that nobody has a score', () => {
  expect(scorecardTable(null)).toContain('not published any more')
  expect(scorecardTable(scorecard({ scores: [] }))).toContain('No member has a score yet')
})
