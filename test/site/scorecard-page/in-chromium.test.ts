import axe from 'axe-core'
import { expect, it } from 'vitest'
import { defaultPolicies } from '../../../schemas/vocabulary/scorecards.ts'
import { pageHtml } from '../../../site/scorecard-page/page.ts'
import type { PageScore, PageScorecard } from '../../../site/scorecard-page/page-source.ts'
import { chromiumProgram, openChromium } from '../../support/browser/chromium.ts'
import { scorecardItem } from '../../support/builders/scorecards.ts'

const items = Array.from({ length: 9 }, (_, index) =>
  scorecardItem(`${index + 1}`, {
    title: `Protect pollinators on public lands, part ${index + 1}`,
    why: 'Bees.',
  }),
)
const scoreOf = (name: string): PageScore => ({
  id: name,
  legislator: { name, party: 'Independent', district: '22' },
  name,
  chamber: 'upper',
  points: 9,
  possible: 9,
  score: 100,
  printed: null,
  rank: 1,
  reason: null,
  sessions: [],
  items: items.map(({ id }) => ({ item_id: id, mark: 'for', points: 1, possible: 1 })),
})
const scorecard: PageScorecard = {
  id: 7,
  title: 'Friends of Pollinators',
  organization: { name: 'Friends', url: 'https://bees.example/' },
  place: 'Sample State',
  sessions: ['2026'],
  method: 'computed',
  printed_unit: 'none',
  published_on: '2026-03-15',
  url: null,
  policies: defaultPolicies,
  items,
  points_of_weight: 1,
  scores: ['Ada Alder', 'Ben Birch', 'Cora Cedar'].map(scoreOf),
  csv: () => '',
}
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

it.skipIf(chromiumProgram === undefined)(
  'a scorecard has a row for each member, and is accessible in every width and color',
  async () => {
    const browser = await openChromium()
    for (const width of [1280, 390]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
        await page.setContent(pageHtml(scorecard))
        const tops = await page
          .locator('#scores tbody tr:first-child > *')
          .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)))
        expect(tops.length).toBe(6 + items.length)
        expect(new Set(tops).size, `${width}`).toBe(1)
        const across = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(across, `${width}`).toBeLessThanOrEqual(width)
        await page.evaluate(axe.source)
        const faults = await page.evaluate<string[]>(
          `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        expect(faults, `${width} ${colorScheme}`).toEqual([])
        await page.close()
      }
    }
  },
)
