import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventType, schemaVersions } from '../../schemas/log/event-catalog.ts'
import { type EventSchema, schemaFileName } from '../../schemas/log/schema-files.ts'
import { projectFolder } from '../settings/settings.ts'

export const schemaFolder = join(projectFolder, 'schemas', 'events')
export const fixtureFolder = join(projectFolder, 'schemas', 'fixtures')

export type KnownSchema = { readonly type: EventType; readonly version: number; readonly schema: EventSchema }

let committed: readonly KnownSchema[] | undefined

/** The committed schemas: the log is read and written with them, even if the registry is down. */
export function readSchemas(): readonly KnownSchema[] {
  committed ??= readSchemaFolder(schemaFolder)
  return committed
}

/** The same from another folder, or read again. */
export function readSchemaFolder(folder: string): readonly KnownSchema[] {
  return schemaVersions().map(({ type, version }) => ({
    type,
    version,
    schema: JSON.parse(readFileSync(join(folder, schemaFileName(type, version)), 'utf8')) as EventSchema,
  }))
}
