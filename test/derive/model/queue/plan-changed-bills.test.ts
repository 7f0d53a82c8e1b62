import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { planChangedBills } from '../../../../derive/model/queue/plan-changed-bills.ts'
import { createProjectedSchema } from '../../../support/api/projected-events.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../../support/builders/event-builder.ts'
import { textsOf } from '../../../support/builders/event-parts.ts'
import { createProjectedDatabase } from '../../../support/stores/database.ts'

const test = await createProjectedDatabase()
const schema = await createProjectedSchema(test)
const { database } = test
const now = new Date('2026-03-02T09:00:00.000Z')
const plan = (model = 'small-1', followers = new Map<number, number>()) =>
  planChangedBills(database, { model, now, priorities: async () => followers })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Gives a bill versions, a day apart, whose plain texts have these words. null: no text. */
function setTexts(builder: EventBuilder, bill: BuiltBill, ...words: readonly (string | null)[]): void {
  const versions = words.map((text, index) => ({
    ...textsOf(bill.id, 'version', [`${index + 1}`])[0]!,
    date: `2026-01-0${index + 1}`,
    text: text === null ? null : pointer(text),
  }))
  builder.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions })
}

const pointer = (text: string) => ({
  sha256: sha256(`document of ${text}`),
  bytes: 9,
  media_type: 'text/html',
  url: 'https://leg.example/1',
  extracted: { sha256: sha256(text), bytes: text.length, characters: text.length },
})

type Planned = {
  readonly bill_id: number
  readonly kind: string
  readonly version_id: string
  readonly priority: number
  readonly is_due: boolean
  readonly sha256: string
}
async function planned(): Promise<readonly Planned[]> {
  const { rows } = await database.query<Planned>(
    `SELECT bill_id, kind, version_id, priority, due_at IS NOT NULL AS is_due, text->>'extracted_sha256' AS sha256
     FROM derive.model_work ORDER BY bill_id, kind`,
  )
  return rows
}
const done = () => database.query('UPDATE derive.model_work SET due_at = NULL')

const builder = new EventBuilder()
async function project(): Promise<void> {
  await schema.apply(builder.take())
  await schema.setWatermark(builder.later)
}

beforeEach(async () => {
  await schema.clear()
  await database.query('TRUNCATE derive.model_work, derive.model_position')
})

describe('planned work', () => {
  it('is about the latest text of each bill that has one, by its followers', async () => {
    const bill = builder.bill()
    setTexts(builder, bill, 'old law', 'new law', null)
    builder.bill()
    await project()
    expect(await plan('small-1', new Map([[bill.id, 12]]))).toBe(2)
    const row = {
      bill_id: bill.id,
      version_id: `version-${bill.id}-2`,
      priority: 12,
      is_due: true,
      sha256: sha256('new law'),
    }
    expect(await planned()).toEqual([
      { ...row, kind: 'explanation' },
      { ...row, kind: 'summary' },
    ])
  })

  it('is due again only if the text or the model is another one', async () => {
    const bill = builder.bill()
    setTexts(builder, bill, 'old law')
    await project()
    await plan()
    await done()
    builder.status(bill, 'in_committee', '2026-01-05')
    await project()
    expect(await plan()).toBe(1)
    expect((await planned()).map(({ is_due }) => is_due)).toEqual([false, false])
    expect(await plan()).toBe(0)
    expect(await plan('large-2')).toBe(1)
    expect((await planned()).map(({ is_due }) => is_due)).toEqual([true, true])
    await done()
    setTexts(builder, bill, 'old law', 'new law')
    await project()
    await plan('large-2')
    expect((await planned()).map(({ is_due }) => is_due)).toEqual([true, true])
  })

  it('waits for the watermark, since earlier changes may still come', async () => {
    setTexts(builder, builder.bill(), 'law')
    await schema.apply(builder.take())
    await schema.setWatermark('2025-12-31T00:00:00Z')
    expect(await plan()).toBe(0)
    await schema.setWatermark(builder.later)
    expect(await plan()).toBe(1)
  })
})
