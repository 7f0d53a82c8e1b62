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

describe('a fixture', () => {
  it('that was changed, removed or added without its line is named', () => {
    expect(problems()).toEqual([])
    const changed = join(folders.fixtures, 'vote.recorded.v1.json')
    writeFileSync(changed, `${readFileSync(changed, 'utf8')}\n`)
    writeFileSync(join(folders.fixtures, 'bill.action.v3.json'), readFileSync(changed))
    expect(problems()).toEqual([
      expect.stringMatching(/^fixtures\/vote\.recorded\.v1\.json: was changed/),
      expect.stringMatching(/^fixtures\/bill\.action\.v3\.json: has no line/),
    ])
  })

  it('that was removed with its version is missed, and writing the files anew does not hide a change', () => {
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
  it('end with what is committed, and a new revision is only added', () => {
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

  it('are each compatible with all before them, as the registry judges', async () => {
    expect(await judged(readReleased())).toEqual([])
  })
})

type Change = (schema: EventSchema) => object
const properties = (schema: EventSchema) => schema.properties as Record<string, object>
const required = (schema: EventSchema) => schema.required as string[]

const incompatible: Record<string, { change: Change; reason: RegExp }> = {
  'a property of another kind': {
    change: (schema) => ({ properties: { ...properties(schema), ocd_id: { type: 'integer' } } }),
    reason: /properties\/ocd_id/,
  },
  'a new property that must be there': {
    change: (schema) => ({
      properties: { ...properties(schema), note: { type: 'string' } },
      required: [...required(schema), 'note'],
    }),
    reason: /required/,
  },
  'a property that is gone': {
    change: (schema) => {
      const { action: _gone, ...rest } = properties(schema)
      return { properties: rest, required: required(schema).filter((name) => name !== 'action') }
    },
    reason: /action|additionalProperties|REMOVED/i,
  },
}

describe('a change of a version that is in the log', () => {
  it.each(Object.entries(incompatible))(
    'is refused where it breaks readers: %s',
    async (_name, { change, reason }) => {
      expect(await judged([...readReleased(), changedAction(change)])).toEqual([
        { schema: 'legislog:bill.action:v2', message: expect.stringMatching(reason) },
      ])
    },
  )

  it('passes where it only adds what may be absent', async () => {
    const wider: Change = (schema) => ({ properties: { ...properties(schema), note: { type: 'string' } } })
    expect(await judged([...readReleased(), changedAction(wider)])).toEqual([])
  })

  it('is held against every revision, not the last alone', async () => {
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

/** By the real registry, in subjects of this call alone. Only the type in question: the others are judged once. */
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
 * Has a registry judge each revision against all before it, as it would have when they were registered one by one, in
 * subjects of this name alone. Gives what it refuses. Throws `registry_unreachable`.
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
