import { beforeAll, describe, expect, it } from 'vitest'
import { findProspects } from '../../../../api/read-model/targets/find-prospects.ts'
import { readActivity } from '../../../../api/read-model/targets/gather-activity.ts'
import { createReadModel } from '../../../../api/read-schema/live-schema.ts'
import { Random } from '../../../../corpus/draw/random.ts'
import type { ActivityRow } from '../../../../derive/targets/activity/summarize-activity.ts'
import { evidenceOf } from '../../../../derive/targets/score/evidence-of.ts'
import { rankTargets } from '../../../../derive/targets/score/rank-targets.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { createProjectedDatabase, type TestDatabase } from '../../../support/stores/database.ts'

const ORGANIZATIONS = 200
const TODAY = '2026-11-30'
const PLACE = 'ocd-division/country:us/state:wa'
const topics = [
  { topic: 'TAX', relevance: 1 },
  { topic: 'HOU', relevance: 0.5 },
]

let test: TestDatabase
let schema: string
const model = () => createReadModel(test.database)

function drawRows(seed: number, organizations: readonly number[]): ActivityRow[] {
  const random = new Random(seed, 0, 0)
  return organizations.flatMap((organization_id) => {
    const issues = 1 + random.below(40)
    return ['TAX', 'HOU', 'DEF'].flatMap((topic) =>
      [PLACE, 'ocd-division/country:us'].flatMap((jurisdiction): ActivityRow[] => {
        if (!random.chance(0.5)) return []
        return [
          {
            organization_id,
            kind: 'issue',
            topic,
            jurisdiction,
            activities: 1 + random.below(60),
            issues,
            day: random.chance(0.1) ? null : `20${10 + random.below(17)}-0${1 + random.below(9)}-15`,
            quote: null,
            source_url: null,
            is_ended: random.chance(0.2),
            updated_at: '2026-01-01T00:00:00.000000Z',
          },
        ]
      }),
    )
  })
}

const everyOrganization = Array.from({ length: ORGANIZATIONS }, (_, index) => index + 1)

/** Replaces the rows of some organizations, as `legislog derive` does in one batch. */
async function store(rows: readonly ActivityRow[], ids: readonly number[], change: number): Promise<void> {
  const { database } = test
  await database.query(
    'DELETE FROM derive.organization_activity WHERE organization_id = ANY ($1::bigint[])',
    [ids],
  )
  await database.query(
    `INSERT INTO derive.organization_activity
     SELECT * FROM json_populate_recordset(NULL::derive.organization_activity, $1::json)`,
    [JSON.stringify(rows)],
  )
  await database.query(
    `INSERT INTO derive.organization_change SELECT id, $2, NULL FROM unnest($1::bigint[]) AS changed (id)
     ON CONFLICT (organization_id) DO UPDATE SET change = excluded.change`,
    [ids, change],
  )
}

async function begin(): Promise<void> {
  await test.database.query(
    `DELETE FROM derive.organization_activity_position;
     INSERT INTO derive.organization_activity_position (table_name, basis, updated_at, seq, id)
     VALUES ('advocacy_organizations', 'test', '2026-01-01', 1, 1)`,
  )
}

/** The order of the pure function over all rows. */
function firstOf(rows: readonly ActivityRow[], most: number): number[] {
  const issues = topics.map(({ topic, relevance }) => ({ code: topic, name: topic, relevance, because: '' }))
  const evidence = evidenceOf({
    jurisdiction: PLACE,
    acts: [],
    near: new Map(),
    issues,
    by_issue: rows,
    agencies: [],
    by_agency: [],
  })
  const breadth = new Map(rows.map((row) => [row.organization_id, row.issues]))
  return rankTargets(evidence, TODAY, breadth)
    .slice(0, most)
    .map(({ organization_id }) => organization_id)
}

const question = (most: number) =>
  ({ kind: 'issue', topics, jurisdiction: PLACE, as_of: TODAY, most, types: null }) as const

beforeAll(async () => {
  test = await createProjectedDatabase()
  schema = (await createProjectedSchema(test)).name
  await test.database.query(
    `INSERT INTO ${schema}.entity (id, ocd_id, entity_type, sequence, replaced_by)
     SELECT n, 'ocd-advocacy-organization/' || n, 'advocacy_organization', 1, NULL FROM generate_series(1, ${ORGANIZATIONS}) n`,
  )
  await test.database.query(
    `INSERT INTO ${schema}.advocacy_organizations (id, ocd_id, name, name_key, jurisdiction, type, roles, identifiers, names,
       subjects, item, updated_at, seq, deleted, reasons)
     SELECT n, 'ocd-advocacy-organization/' || n, 'N', 'n', 'ocd-division/country:us', NULL, '{client}', '{}', '{}', '{}',
       '{}', '2026-01-01', 1, false, '{}' FROM generate_series(1, ${ORGANIZATIONS}) n`,
  )
})

describe('the organizations that are read by subject', () => {
  it('are none while nothing is summed up', async () => {
    expect(await readActivity(model(), question(5))).toEqual([])
  })

  it('are those that the ranking puts first, and all their activities on the subjects', async () => {
    await begin()
    const rows = drawRows(1, everyOrganization)
    await store(rows, everyOrganization, 1)
    for (const most of [1, 5, 40]) {
      const found = await readActivity(model(), question(most))
      const first = firstOf(rows, most)
      expect(new Set(found.map(({ organization_id }) => organization_id))).toEqual(new Set(first))
      const own = rows.filter(
        ({ organization_id, topic }) => first.includes(organization_id) && topic !== 'DEF',
      )
      expect(found).toHaveLength(own.length)
    }
  })

  it('follow each batch of sums, and sums that are made again', async () => {
    const followed = model()
    let rows = drawRows(1, everyOrganization)
    const expectFirst = async () => {
      const found = await readActivity(followed, question(20))
      expect(new Set(found.map(({ organization_id }) => organization_id))).toEqual(new Set(firstOf(rows, 20)))
    }
    await expectFirst()
    for (const change of [2, 3, 4]) {
      const changed = everyOrganization.filter((id) => id % change === 0)
      const added = drawRows(change, changed).filter(({ organization_id }) => organization_id % 5 !== 0)
      rows = [...rows.filter(({ organization_id }) => !changed.includes(organization_id)), ...added]
      await store(added, changed, change)
      await expectFirst()
    }
    await test.database.query('TRUNCATE derive.organization_activity, derive.organization_change')
    await begin()
    rows = drawRows(9, everyOrganization.slice(50))
    await store(rows, everyOrganization.slice(50), 1)
    await expectFirst()
  })

  it('are read once for requests that come together', async () => {
    const fresh = model()
    const answers = await Promise.all([1, 2, 3].map(() => readActivity(fresh, question(10))))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe('prospects', () => {
  it('are those whose activities weigh most, without those who are active in the place', async () => {
    const rows = drawRows(9, everyOrganization.slice(50))
    const here = new Set(
      rows.filter(({ jurisdiction }) => jurisdiction === PLACE).map(({ organization_id }) => organization_id),
    )
    for (const jurisdiction of [null, PLACE]) {
      const { items } = await findProspects(model(), {
        codes: null,
        jurisdiction,
        types: null,
        as_of: TODAY,
      })
      const present = rows.filter(
        ({ organization_id }) => jurisdiction === null || !here.has(organization_id),
      )
      expect(items.map(({ id }) => id).toSorted()).toEqual(
        [...new Set(present.map(({ organization_id }) => organization_id))].toSorted(),
      )
      const scores = items.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    }
  })
})
