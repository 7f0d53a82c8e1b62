import { describe, expect, it } from 'vitest'
import { indexesOf } from '../../../projections/read-model/table.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'

const names = readTables.flatMap(indexesOf).map(({ name }) => name)

describe('the indexes of a read schema', () => {
  it('have names that Postgres does not shorten, so a rebuild finds existing ones by name', () => {
    expect(names.filter((name) => name.length > 63)).toEqual([])
  })

  it('have unique names', () => {
    expect(new Set(names).size).toBe(names.length)
  })
})
