import { parseDocument } from 'htmlparser2'
import { beforeAll, describe, expect, it } from 'vitest'
import { scorecardSite } from '../../../site/scorecard-page/page-routes.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder, type Named } from '../../support/builders/event-builder.ts'
import {
  emitScorecard,
  scorecardItem,
  scorecardMember,
  someScorecard,
} from '../../support/builders/scorecards.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const HOSTILE = '<script>alert(1)</script>'
let api: TestApi
let card: Named
let gone: Named

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  card = emitScorecard(story, {
    title: `Bees ${HOSTILE}`,
    policies: { ...someScorecard().policies!, absent: 'half' },
    items: [
      scorecardItem('1', { weight: 3, why: HOSTILE, url: 'https://bees.example/1' }),
      scorecardItem('2', { title: HOSTILE, bill_identifier: 'HB 12', roll_call: '78' }),
    ],
    members: [
      scorecardMember(`Alder ${HOSTILE}`, { marks: ['for', 'absent'], printed: '88' }),
      scorecardMember('Birch', { marks: ['against', 'excused'] }),
      scorecardMember('Cedar', { marks: ['out_of_office', 'out_of_office'] }),
    ],
  })
  gone = emitScorecard(story)
  story.emit('scorecard.removed', { ...gone, reason: 'withdrawn' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { pages: [scorecardSite] })
})

const open = (path: string) => api.app.inject({ url: `/scorecards/${path}` })

/** The cells of the last table: its scores. */
function scoreRows(html: string): string[][] {
  const table = html.slice(html.lastIndexOf('<tbody>'), html.lastIndexOf('</tbody>'))
  return table
    .split('</tr>')
    .filter((row) => row.includes('<t'))
    .map((row) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gu)].map(([, text]) => text!))
}

describe('the page of a scorecard', () => {
  it('shows every number that a score is made of, and they add up', async () => {
    const { statusCode, body } = await open(String(card.id))
    expect(statusCode).toBe(200)
    expect(body).toContain('Each item is worth 2 points for each weight of 1')
    expect(body).toContain('half of the points')
    const rows = scoreRows(body)
    expect(rows.map((row) => row.slice(2))).toEqual([
      ['88 %', '7', '8', '1', '88', 'for 6/6', 'absent 1/2'],
      ['0 %', '0', '6', '2', '', 'against 0/6', 'excused'],
      ['none: nothing counted', '0', '0', '', '', 'out of office', 'out of office'],
    ])
    for (const [, , score, points, possible, , , ...marks] of rows) {
      const own = marks.flatMap((mark) => /(\d+)\/(\d+)/u.exec(mark)?.slice(1).map(Number) ?? [0, 0])
      const sum = (start: number) =>
        own.filter((_, at) => at % 2 === start).reduce((all, one) => all + one, 0)
      expect([sum(0), sum(1)]).toEqual([Number(points), Number(possible)])
      if (sum(1) > 0) expect(`${Math.floor((100 * sum(0)) / sum(1) + 0.5)} %`).toBe(score)
    }
  })

  it('runs nothing and loads nothing, whatever is written in the scorecard', async () => {
    const { body, headers } = await open(String(card.id))
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/u)
    expect(parseDocument(body).children.length).toBeGreaterThan(0)
  })

  it('has the same numbers as CSV', async () => {
    const { body, headers } = await open(`${card.id}/scores.csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body).toContain('1 for 6/6; 2 absent 1/2')
  })

  it('is 404 for one that was taken back, or never was', async () => {
    for (const id of [String(gone.id), '987654', 'nonsense']) {
      expect((await open(id)).statusCode, id).toBe(404)
      expect((await open(`${id}/scores.csv`)).statusCode, id).toBe(404)
    }
  })
})
