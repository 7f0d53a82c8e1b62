import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import { schemaFileName } from '../../schemas/log/schema-files.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { fixtureFolder } from '../registry/schema-folder.ts'

/**
 * One event of one version, in its written form. It is kept forever, so that every reader is tested with it.
 */
export type Fixture = {
  readonly topic: TopicName
  readonly key: string
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
}

export function readFixture(type: EventType, version: number, folder: string = fixtureFolder): Fixture {
  return JSON.parse(readFileSync(join(folder, schemaFileName(type, version)), 'utf8')) as Fixture
}
