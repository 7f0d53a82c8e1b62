import { beforeAll, describe, expect, it } from 'vitest'
import { readActivity } from '../../../../api/read-model/targets/gather-activity.ts'
import { createReadModel } from '../../../../api/read-schema/live-schema.ts'
import { Random } from '../../../../corpus/draw/random.ts'
import type { ActivityRow } from '../../../../derive/targets/activity/summarize-activity.ts'
import { evidenceOf } from '../../../../derive/targets/score/evidence-of.ts'
import { rankTargets } from '../../../../derive/targets/score/rank-targets.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/stores/database.ts'

const ORGANIZATIONS = 200
const TODAY = '2026-11-30'
const PLACE = 'ocd-division/country:us/state:wa'
const topics = [
  { topic: 'TAX', relevance: 1 },
  { topic: 'HOU', relevance: 0.5 },
]

let test: TestDatabase
let rows: ActivityRow[]

function drawRows(): ActivityRow[] {
  const random = new Random(1, 0, 0)
  return Array.from({ length: ORGANIZATIONS }, (_, index) => {
    const issues = 1 + random.below(40)
    return ['TAX', 'HOU', 'DEF'].flatMap((topic) =>
      [PLACE, 'ocd-division/country:us'].flatMap((jurisdiction): ActivityRow[] =>
        random.chance(0.5)
          ? [
              {
                kind: 'issue',
                ...{ organization_id: index + 1, topic, jurisdiction, issues },
                ...{ activities: 1 + random.below(60), is_ended: random.chance(0.2) },
                day: random.chance(0.1) ? null : `20${10 + random.below(17)}-0${1 + random.below(9)}-15`,
                ...{ quote: null, source_url: null, updated_at: '2026-01-01T00:00:00.000000Z' },
              },
            ]
          : [],
      ),
    )
  }).flat()
}

beforeAll(async () => {
  test = await createTestDatabase()
  await createProjectedSchema(test)
  rows = drawRows()
  await test.database.query(
    `INSERT INTO derive.organization_activity
     SELECT * FROM json_populate_recordset(NULL::derive.organization_activity, $1::json)`,
    [JSON.stringify(rows)],
  )
})

describe('the organizations that are read by subject', () => {
  it('are those that the ranking puts first, and all their activities on the subjects', async () => {
    const by_issue = rows.map(({ kind: _, issues: __, ...row }) => row)
    const issues = topics.map(({ topic, relevance }) => ({
      code: topic,
      name: topic,
      relevance,
      because: '',
    }))
    const gathered = { acts: [], near: new Map(), agencies: [], by_agency: [] }
    const evidence = evidenceOf({ jurisdiction: PLACE, issues, by_issue, ...gathered })
    const breadth = new Map(rows.map((row) => [row.organization_id, row.issues]))
    const first = rankTargets(evidence, TODAY, breadth).map(({ organization_id }) => organization_id)
    for (const most of [1, 5, 40]) {
      const found = await readActivity(createReadModel(test.database), {
        kind: 'issue',
        ...{ topics, jurisdiction: PLACE, as_of: TODAY, most, types: null },
      })
      expect(new Set(found.map(({ organization_id }) => organization_id))).toEqual(
        new Set(first.slice(0, most)),
      )
      const own = by_issue.filter(
        ({ organization_id, topic }) => first.slice(0, most).includes(organization_id) && topic !== 'DEF',
      )
      expect(found).toHaveLength(own.length)
    }
  })
})
