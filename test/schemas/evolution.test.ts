import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRegistryClient, type RegistryClient } from '../../runtime/registry/registry-client.ts'
import { fixtureFolder, schemaFolder } from '../../runtime/registry/schema-folder.ts'
import { readReleased, releasedFile } from '../../runtime/schema-check/released-schemas.ts'
import { checkSchemaFiles, writeSchemaFiles } from '../../runtime/schema-check/schema-check.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { EventSchema } from '../../schemas/log/schema-files.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { testSettings } from '../support/harness/settings.ts'

let copies = 0
let folders: { schemas: string; fixtures: string; released: string }

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-schemas-'))
  cleanUp(async () => rmSync(folder, { recursive: true }))
  folders = {
    schemas: join(folder, 'events'),
    fixtures: join(folder, 'fixtures'),
    released: join(folder, 'released.jsonl'),
  }
  cpSync(schemaFolder, folders.schemas, { recursive: true })
  cpSync(fixtureFolder, folders.fixtures, { recursive: true })
  cpSync(releasedFile, folders.released)
})

const problems = () => checkSchemaFiles(folders).map(({ schema, message }) => `${schema}: ${message}`)

describe('the check of fixtures', () => {
  it('names a fixture that was changed, removed or added without its line', () => {
    expect(problems()).toEqual([])
    const changed = join(folders.fixtures, 'vote.recorded.v1.json')
    writeFileSync(changed, `${readFileSync(changed, 'utf8')}\n`)
    writeFileSync(join(folders.fixtures, 'bill.action.v3.json'), readFileSync(changed))
    expect(problems()).toEqual([
      expect.stringMatching(/^fixtures\/vote\.recorded\.v1\.json: was changed/),
      expect.stringMatching(/^fixtures\/bill\.action\.v3\.json: has no line/),
    ])
  })

  it('names a fixture that was removed with its version, and rewriting the files does not hide a change', () => {
    rmSync(join(folders.fixtures, 'bill.action.v1.json'))
    expect(problems()).toContainEqual(expect.stringMatching(/^fixtures\/bill\.action\.v1\.json: was removed/))
    const changed = join(folders.fixtures, 'vote.recorded.v1.json')
    writeFileSync(changed, `${readFileSync(changed, 'utf8')}\n`)
    writeSchemaFiles(folders)
    expect(problems()).toContainEqual(
      expect.stringMatching(/^fixtures\/vote\.recorded\.v1\.json: was changed/),
    )
  })
})

describe('the released revisions', () => {
  it('end with the committed schemas, and a new revision is only added', () => {
    const before = readFileSync(folders.released, 'utf8')
    const lines = before.split('\n')
    writeFileSync(
      folders.released,
      lines.filter((line) => !line.includes('"legislog:vote.removed:v1"')).join('\n'),
    )
    expect(problems()).toEqual([expect.stringMatching(/^legislog:vote\.removed:v1: is not the last/)])
    writeSchemaFiles(folders)
    expect(problems()).toEqual([])
    expect(readFileSync(folders.released, 'utf8').split('\n').toSorted()).toEqual(lines.toSorted())
  })

  it('are each compatible with all earlier ones, according to the registry', async () => {
    expect(await judged(readReleased())).toEqual([])
  })
})

type Change = (schema: EventSchema) => object
const properties = (schema: EventSchema) => schema.properties as Record<string, object>
const required = (schema: EventSchema) => schema.required as string[]

const incompatible: Record<string, { change: Change; reason: RegExp }> = {
  'a property of another type': {
    change: (schema) => ({ properties: { ...properties(schema), ocd_id: { type: 'integer' } } }),
    reason: /properties\/ocd_id/,
  },
  'a new required property': {
    change: (schema) => ({
      properties: { ...properties(schema), note: { type: 'string' } },
      required: [...required(schema), 'note'],
    }),
    reason: /required/,
  },
  'a removed property': {
    change: (schema) => {
      const { action: _gone, ...rest } = properties(schema)
      return { properties: rest, required: required(schema).filter((name) => name !== 'action') }
    },
    reason: /action|additionalProperties|REMOVED/i,
  },
}

describe('a change of a released schema version', () => {
  it.each(Object.entries(incompatible))(
    'is refused if it breaks readers: %s',
    async (_name, { change, reason }) => {
      expect(await judged([...readReleased(), changedAction(change)])).toEqual([
        { schema: 'legislog:bill.action:v2', message: expect.stringMatching(reason) },
      ])
    },
  )

  it('is accepted if it only adds optional properties', async () => {
    const wider: Change = (schema) => ({ properties: { ...properties(schema), note: { type: 'string' } } })
    expect(await judged([...readReleased(), changedAction(wider)])).toEqual([])
  })

  it('is compared with every revision, not only the last', async () => {
    const note =
      (type: string): Change =>
      (schema) => ({ properties: { ...properties(schema), note: { type } } })
    const revisions = [
      ...readReleased(),
      changedAction(note('string')),
      changedAction(() => ({})),
      changedAction(note('integer')),
    ]
    expect((await judged(revisions)).map(({ schema }) => schema)).toContain('legislog:bill.action:v2')
  })
})

function changedAction(change: Change): EventSchema {
  const schema = readReleased().findLast(({ $id }) => $id === 'legislog:bill.action:v2')!
  return { ...schema, ...change(schema) }
}

/**
 * Checks revisions with the real registry, in new subjects. The first call checks all types, and later ones only one.
 */
function judged(revisions: readonly EventSchema[]) {
  copies += 1
  const concerned =
    copies === 1 ? revisions : revisions.filter(({ $id }) => $id === 'legislog:bill.action:v2')
  return replayReleases(
    createRegistryClient(testSettings()),
    concerned,
    `evolution-${process.pid}-${Date.now()}-${copies}`,
  )
}

/**
 * Lets a registry compare each revision with all earlier ones, as if they were registered one by one, in separate
 * subjects. Returns the refused ones. Throws `registry_unreachable`.
 */
async function replayReleases(
  registry: RegistryClient,
  revisions: readonly EventSchema[],
  subjectPrefix: string,
): Promise<{ readonly schema: string; readonly message: string }[]> {
  const refused: { schema: string; message: string }[] = []
  for (const schema of revisions) {
    try {
      await registry.register(`${subjectPrefix}-${schema.$id}`, schema)
    } catch (error) {
      if (!(error instanceof LegislogError) || error.code !== 'schema_incompatible') throw error
      refused.push({ schema: schema.$id, message: error.message })
    }
  }
  return refused
}
