import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, LegislogError } from '../../schemas/errors.ts'
import { catalog, type EventType, schemaVersions, subjectOf } from '../../schemas/log/event-catalog.ts'
import { eventSchema, schemaFileText } from '../../schemas/log/generate-schema.ts'
import { schemaFileName, schemaId } from '../../schemas/log/schema-files.ts'
import { upcast } from '../../schemas/log/upcasters.ts'
import { createValidator } from '../events/event-validation.ts'
import type { RegistryClient } from '../registry/registry-client.ts'
import { fixtureFolder, readSchemas, schemaFolder } from '../registry/schema-folder.ts'
import { checkManifest, extendManifest } from './fixture-manifest.ts'
import { release, releasedFile, unreleased } from './released-schemas.ts'
import { readFixture } from './schema-fixtures.ts'

export type SchemaProblem = { readonly code: ErrorCode; readonly schema: string; readonly message: string }

export type SchemaFolders = {
  readonly schemas: string
  readonly fixtures: string
  readonly released: string
}

const committed: SchemaFolders = { schemas: schemaFolder, fixtures: fixtureFolder, released: releasedFile }

/** Writes the schemas of the code, and adds new ones to the lists of released schemas and fixtures. */
export function writeSchemaFiles({ schemas, fixtures, released }: SchemaFolders = committed): void {
  for (const { type, version } of schemaVersions()) {
    writeFileSync(join(schemas, schemaFileName(type, version)), schemaFileText(type, version))
  }
  release(schemas, released)
  extendManifest(fixtures)
}

/** Compares the committed files and fixtures with the code. Makes no requests. */
export function checkSchemaFiles(folders: SchemaFolders = committed): SchemaProblem[] {
  const versions = schemaVersions()
  const names = new Set(versions.map(({ type, version }) => schemaFileName(type, version)))
  const strangers = readdirSync(folders.schemas).filter((name) => !names.has(name))
  return [
    ...strangers.map((name) => drift(name, 'belongs to no version that the code knows')),
    ...versions.flatMap(({ type, version }) => checkFile(type, version, folders.schemas)),
    ...versions.flatMap(({ type, version }) => checkFixture(type, version, folders.fixtures)),
    ...checkManifest(folders.fixtures).map(({ fixture, message }) => drift(`fixtures/${fixture}`, message)),
    ...checkReleased(folders),
  ]
}

/** Only for schemas that can be read: missing or edited ones are reported above. */
function checkReleased({ schemas, released }: SchemaFolders): SchemaProblem[] {
  try {
    return unreleased(schemas, released).map(({ type, version }) =>
      drift(
        schemaId(type, version),
        'is not the last in schemas/released.jsonl: legislog schemas check --write adds it',
      ),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Lists what the registry would refuse. Throws `registry_unreachable`. */
export async function checkCompatibility(registry: RegistryClient): Promise<SchemaProblem[]> {
  const problems: SchemaProblem[] = []
  for (const { type, version, schema } of readSchemas()) {
    const messages = await registry.incompatibilities(subjectOf(type, version), schema)
    problems.push(
      ...messages.map((message) => ({ code: 'schema_incompatible', schema: schema.$id, message }) as const),
    )
  }
  return problems
}

function checkFile(type: EventType, version: number, folder: string): SchemaProblem[] {
  const name = schemaFileName(type, version)
  const text = readText(join(folder, name))
  if (text === schemaFileText(type, version)) return []
  const what = text === undefined ? 'is missing' : 'is not what schemas/event-bodies says'
  return [drift(schemaId(type, version), `${name} ${what}: legislog schemas check --write writes it`)]
}

function checkFixture(type: EventType, version: number, folder: string): SchemaProblem[] {
  const name = schemaFileName(type, version)
  if (readText(join(folder, name)) === undefined) {
    return [drift(schemaId(type, version), `fixtures/${name} is missing`)]
  }
  try {
    const { body } = readFixture(type, version, folder)
    createValidator(eventSchema(type, version), 'write')(type, body)
    const { version: current } = catalog[type]
    createValidator(eventSchema(type, current), 'read')(type, upcast(type, version, body))
    return []
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof LegislogError ? error.code : 'schema_drift'
    return [{ code, schema: schemaId(type, version), message: `fixtures/${name}: ${message}` }]
  }
}

function drift(schema: string, message: string): SchemaProblem {
  return { code: 'schema_drift', schema, message }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
