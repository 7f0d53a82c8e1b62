import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventSchema, fingerprint, registeredText, schemaId } from '../../schemas/log/schema-files.ts'
import { type KnownSchema, readSchemaFolder } from '../registry/schema-folder.ts'
import { projectFolder } from '../settings/settings.ts'

/**
 * Every revision of every schema that events were ever written with, one per line, oldest first. The registry
 * of a deployment contains the same; this file is for machines without a registry. Lines are added and never
 * changed.
 */
export const releasedFile = join(projectFolder, 'schemas', 'released.jsonl')

export function readReleased(file: string = releasedFile): EventSchema[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as EventSchema)
}

/** Schemas of the folder that are not the last revision of their version. */
export function unreleased(schemas: string, file: string = releasedFile): KnownSchema[] {
  const last = new Map(readReleased(file).map((schema) => [schema.$id, fingerprint(schema)]))
  return readSchemaFolder(schemas).filter(
    ({ type, version, schema }) => last.get(schemaId(type, version)) !== fingerprint(schema),
  )
}

export function release(schemas: string, file: string = releasedFile): void {
  for (const { schema } of unreleased(schemas, file)) appendFileSync(file, `${registeredText(schema)}\n`)
}
