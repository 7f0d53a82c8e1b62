import { beforeAll, describe, expect, it } from 'vitest'
import { billsTable } from '../../projections/tables/bill-tables.ts'
import { readTables } from '../../projections/tables/read-tables.ts'
import type { Logged } from '../legislature/log-builder.ts'
import { sampleLog } from '../legislature/sample-log.ts'
import { createTestDatabase } from '../support/stores/database.ts'
import { foldInBatches } from './support/fold-log.ts'
import { cut, interleave, randomFrom, repeat } from './support/schedules.ts'

describe('the log of the sample legislature', () => {
  let log: readonly Logged[] = []

  beforeAll(async () => {
    const { database, settings } = await createTestDatabase()
    log = await sampleLog(database, settings)
  })

  it('contains each bill up to its end', () => {
    const rows = Object.values(foldInBatches([[...log]]).read(billsTable)).map((row) => JSON.parse(row))
    const statuses = Object.fromEntries(rows.map(({ identifier, status }) => [identifier, status]))
    expect(statuses).toEqual({
      'HB 1': 'enacted',
      'HB 2': 'vetoed',
      'HB 3': 'enacted',
      'HB 4': 'carried_over',
      'HB 5': 'in_committee',
      'HB 6': 'enacted',
      'HB 7': 'passed_one_chamber',
      'HB 8': 'in_committee',
      'HJR 1': 'adopted',
      'SB 1': 'passed_one_chamber',
      'SB 2': 'in_committee',
      'SB 3': 'failed',
      'SB 4': 'withdrawn',
      'SB 5': 'passed_one_chamber',
      'SR 1': 'adopted',
    })
  })

  it('makes the same rows of every table for all cuts, interleavings and repeats', () => {
    const rowsOf = (batches: readonly Logged[][]) => {
      const tables = foldInBatches(batches)
      return readTables.map((table) => tables.read(table))
    }
    const expected = rowsOf([[...log]])
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const random = randomFrom(seed)
      expect(rowsOf(repeat(cut(interleave(log, random), random), random))).toEqual(expected)
    }
  })
})
