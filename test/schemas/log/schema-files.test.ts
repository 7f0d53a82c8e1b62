import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtureFolder } from '../../../runtime/registry/schema-folder.ts'
import { releasedFile } from '../../../runtime/schema-check/released-schemas.ts'
import { checkSchemaFiles, writeSchemaFiles } from '../../../runtime/schema-check/schema-check.ts'
import { readFixture } from '../../../runtime/schema-check/schema-fixtures.ts'
import { eventId } from '../../../schemas/log/envelope.ts'
import { catalog, type EventType, schemaVersions, subjectOf } from '../../../schemas/log/event-catalog.ts'
import { eventSchemas, schemaOf } from '../../../schemas/log/event-schemas.ts'
import { eventSchema } from '../../../schemas/log/generate-schema.ts'
import { fingerprint, schemaId } from '../../../schemas/log/schema-files.ts'

describe('the check of committed schemas', () => {
  it('finds them equal to the code, each with a valid fixture', () => {
    expect(checkSchemaFiles()).toEqual([])
  })

  it('names a file that was edited, a missing file and an extra file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'legislog-schemas-'))
    try {
      const folders = { schemas: folder, fixtures: fixtureFolder, released: releasedFile }
      writeSchemaFiles(folders)
      expect(checkSchemaFiles(folders)).toEqual([])
      writeFileSync(join(folder, 'bill.action.v2.json'), '{}')
      rmSync(join(folder, 'vote.removed.v1.json'))
      writeFileSync(join(folder, 'bill.action.v3.json'), '{}')
      const problems = checkSchemaFiles(folders)
      expect(problems.map(({ code, schema }) => [code, schema])).toEqual([
        ['schema_drift', 'bill.action.v3.json'],
        ['schema_drift', 'legislog:bill.action:v2'],
        ['schema_drift', 'legislog:vote.removed:v1'],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('finds one subject and one name for each version, so no two share a registry id', () => {
    const versions = schemaVersions()
    const subjects = versions.map(({ type, version }) => subjectOf(type, version))
    const prints = versions.map(({ type, version }) => fingerprint(eventSchema(type, version)))
    expect(new Set(subjects).size).toBe(versions.length)
    expect(new Set(prints).size).toBe(versions.length)
    expect(subjectOf('bill.action', 1)).toBe('legislog.bills.v1-bill.action')
    expect(subjectOf('bill.action', 2)).toBe('legislog.bills.v1-bill.action.v2')
  })

  it('finds every version of every type', () => {
    for (const { type, version } of schemaVersions()) expect(schemaOf(type, version)).toBeDefined()
    for (const [type, { version }] of Object.entries(catalog)) {
      expect([type, eventSchemas[type as EventType].length]).toEqual([type, version])
    }
    expect(schemaId('bill.action', 2)).toBe('legislog:bill.action:v2')
  })
})

describe('ce_id', () => {
  const { body, headers } = readFixture('bill.action', 2)
  const id = (changed: object) => eventId(String(body.ocd_id), 'bill.action', 4, { ...body, ...changed })

  it('ignores the bill context', () => {
    expect(id({ bill: { ...(body.bill as object), subjects: null } })).toBe(id({}))
    expect(headers.ce_id).toMatch(/^[0-9a-f]{40}$/)
  })

  it('does not depend on the order of properties, but depends on every value', () => {
    const reversed = Object.fromEntries(Object.entries(body).reverse())
    expect(eventId(String(body.ocd_id), 'bill.action', 4, reversed)).toBe(id({}))
    expect(id({ action: { ...(body.action as object), description: 'other' } })).not.toBe(id({}))
    expect(eventId(String(body.ocd_id), 'bill.action', 5, body)).not.toBe(id({}))
  })
})
