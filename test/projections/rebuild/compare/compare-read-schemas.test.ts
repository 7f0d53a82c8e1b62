import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Kind } from '../../../../projections/read-model/table.ts'
import { ensureReadSchema } from '../../../../projections/read-schemas/read-schema.ts'
import {
  compareReadSchemas,
  type SchemaComparison,
} from '../../../../projections/rebuild/compare/compare-read-schemas.ts'
import type { TaskProgress } from '../../../../projections/rebuild/progress/task-tracker.ts'
import { readTables } from '../../../../projections/tables/read-tables.ts'
import { goldenLog } from '../../../legislature/golden-log.ts'
import { encodeLog } from '../../support/log-source.ts'
import { createSetting, project, type Setting } from '../../support/projecting.ts'

let setting: Setting

beforeAll(async () => {
  setting = await createSetting()
  await ensureReadSchema(setting.database, setting.settings, 'read_0002')
  await project(setting, await encodeLog(goldenLog(), setting.codec))
})

/** Makes both schemas equal again. */
beforeEach(async () => {
  for (const { name, columns } of readTables) {
    const list = Object.keys(columns).join(', ')
    await query(
      `TRUNCATE read_0002.${name}; INSERT INTO read_0002.${name} (${list}) SELECT ${list} FROM read_0001.${name}`,
    )
  }
})

const query = (text: string) => setting.database.query(text)

const compare = (onProgress: (progress: TaskProgress) => void = () => {}): Promise<SchemaComparison> =>
  compareReadSchemas({
    database: setting.database,
    onProgress,
    sides: [{ name: 'read_0001' }, { name: 'read_0002' }],
    signal: new AbortController().signal,
  })

/** Another value of the same type. */
const other: Readonly<Record<Kind, (column: string) => string>> = {
  id: (column) => `coalesce(${column}, 0) + 1`,
  seq: (column) => `${column} + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  text_list: (column) => `array_append(${column}, 'x')`,
  id_list: (column) => `array_append(${column}, 1)`,
  integer_list: (column) => `array_append(${column}, 1)`,
  words: (column) => `setweight(${column}, 'D')`,
  flag: (column) => `${column} IS NOT TRUE`,
  day: (column) => `coalesce(${column} + 1, '2026-01-01')`,
  instant: (column) => `${column} + interval '1 microsecond'`,
  json: () => `'{"changed": true}'`,
  item: () => `'{"changed": true}'`,
  part_item: () => `'{"changed": true}'`,
  reasons: () => `'{"title": "2026-01-01T00:00:00.000000Z"}'`,
}

const columnsOf = ({ columns, key }: (typeof readTables)[number]) =>
  Object.entries(columns).filter(([name]) => name !== key)
const most = Math.max(...readTables.map((table) => columnsOf(table).length))

describe('the comparison of two read schemas', () => {
  it('finds schemas with the same rows equal, in any order of the rows', async () => {
    const found = await compare()
    expect(found).toMatchObject({ differences: [], uncompared: [], is_complete: true })
    expect(
      found.tables.every(({ rows, differing_buckets }) => rows[0] === rows[1] && differing_buckets === 0),
    ).toBe(true)
    expect(found.tables.reduce((sum, { rows }) => sum + rows[1], 0)).toBeGreaterThan(30)
  })

  it('reports how much is done and left', async () => {
    const shown: TaskProgress[] = []
    await compare((progress) => shown.push(progress))
    const { length: pieces } = readTables
    expect(shown.map(({ done }) => done)).toEqual([...shown.map(({ done }) => done)].sort((a, b) => a - b))
    expect(shown.at(-1)).toMatchObject({ done: pieces, pieces, done_share: 1, eta_s: 0, in_hand: [] })
    expect(shown.at(-1)!.bytes_per_s).toBeGreaterThan(0)
  })

  it.each(Array.from({ length: most }, (_, index) => index))(
    'finds a difference in one column of one row, for each column (%i)',
    async (index) => {
      const expected: { table: string; columns: string[] }[] = []
      for (const table of readTables) {
        const [name, column] = columnsOf(table)[index] ?? []
        if (name === undefined || column === undefined) continue
        const { rowCount } = await query(
          `UPDATE read_0002.${table.name} SET ${name} = ${other[column.kind](name)}
           WHERE ${table.key} = (SELECT max(${table.key}) FROM read_0002.${table.name})`,
        )
        if (rowCount === 1) expected.push({ table: table.name, columns: [name] })
      }
      const { differences } = await compare()
      expect(differences.map(({ table, columns }) => ({ table, columns }))).toEqual(expected)
    },
  )

  it('finds a row that only one of them has, and names its entity', async () => {
    const { rows } = await query(
      'DELETE FROM read_0002.bill_actions WHERE id = (SELECT max(id) FROM read_0002.bill_actions) RETURNING id, bill_id',
    )
    await query('INSERT INTO read_0002.bill_details (bill_id) VALUES (987654)')
    const { differences } = await compare()
    expect(differences).toMatchObject([
      { table: 'bill_details', key: '987654', kind: 'extra', owner_id: 987654 },
      { table: 'bill_actions', key: rows[0]!.id, kind: 'missing', owner_id: rows[0]!.bill_id },
    ])
  })

  it('ignores differences in the notation of JSON', async () => {
    await query('UPDATE read_0002.bills SET item = (item::jsonb)::json')
    const { differences, tables } = await compare()
    expect(differences).toEqual([])
    expect(tables.find(({ table }) => table === 'bills')?.differing_buckets).toBeGreaterThan(0)
  })

  it('reports the columns that could not be compared', async () => {
    await query('ALTER TABLE read_0002.votes ADD COLUMN later text')
    expect((await compare()).uncompared).toEqual(['votes.later'])
  })
})
