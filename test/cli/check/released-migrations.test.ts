import { describe, expect, it } from 'vitest'
import {
  findMigrationFaults,
  type MigrationHashes,
  readMigrations,
  readReleasedMigrations,
} from '../../../cli/check/released-migrations.ts'
import { migratedParts } from '../../../cli/context/migration-folders.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'

const released: MigrationHashes = new Map([
  ['api/migrations/20261128000200-account.ts', 'a1'],
  ['webhooks/migrations/20261128000300-webhook.ts', 'b1'],
])
const faultsOf = (...changes: readonly (readonly [path: string, hash: string])[]) =>
  findMigrationFaults(released, new Map([...released, ...changes]))

describe('the check of released migrations', () => {
  it('accepts the migrations of this checkout', () => {
    const listed = readReleasedMigrations(projectFolder)
    expect(listed.size).toBeGreaterThanOrEqual(9)
    const parts = migratedParts.map(({ part }) => part)
    expect(findMigrationFaults(listed, readMigrations(projectFolder, parts))).toEqual([])
  })

  it('accepts a new file that sorts after every released one', () => {
    expect(faultsOf(['api/migrations/20261201000000-plans.ts', 'c1'])).toEqual([])
  })

  it('refuses a released file that was changed', () => {
    expect(faultsOf(['api/migrations/20261128000200-account.ts', 'a2'])).toEqual([
      'api/migrations/20261128000200-account.ts was changed: it is released, so a change needs a new file',
    ])
  })

  it('refuses to remove or move a released file', () => {
    const present = new Map([
      ['runtime/migrations/20261128000200-account.ts', 'a1'],
      ['webhooks/migrations/20261128000300-webhook.ts', 'b1'],
    ])
    expect(findMigrationFaults(released, present)).toEqual([
      'api/migrations/20261128000200-account.ts was removed: a released migration stays',
      'runtime/migrations/20261128000200-account.ts is new and sorts before the released 20261128000300-webhook.ts: its name needs a later date',
    ])
  })

  it('refuses a new file that sorts before a released one, in any part', () => {
    expect(faultsOf(['api/migrations/20261128000250-plans.ts', 'c1'])).toEqual([
      'api/migrations/20261128000250-plans.ts is new and sorts before the released 20261128000300-webhook.ts: its name needs a later date',
    ])
  })

  it('refuses two files with the same name, because the database identifies migrations by name', () => {
    const faults = faultsOf(
      ['api/migrations/20261201000000-plans.ts', 'c1'],
      ['ingest/migrations/20261201000000-plans.ts', 'c2'],
    )
    expect(faults).toEqual([
      'api/migrations/20261201000000-plans.ts: two files have this name',
      'ingest/migrations/20261201000000-plans.ts: two files have this name',
    ])
  })
})
