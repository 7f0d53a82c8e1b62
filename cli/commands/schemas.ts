import type { Command } from 'commander'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createRegistryClient } from '../../runtime/registry/registry-client.ts'
import { registerSchemas } from '../../runtime/registry/schema-registration.ts'
import {
  checkCompatibility,
  checkSchemaFiles,
  type SchemaProblem,
  writeSchemaFiles,
} from '../../runtime/schema-check/schema-check.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { openContext } from '../context/context.ts'
import { setAction, table } from '../output/answer.ts'

export function registerSchemasCommands(program: Command): void {
  const schemas = program.command('schemas').description('manage the schemas of the log events')

  setAction<{ write?: boolean }>(
    schemas
      .command('check')
      .description('compare the committed schema files with the code, the fixtures and the registry')
      .option('--write', 'write the schema files first'),
    async ({ options }) => {
      if (options.write === true) writeSchemaFiles()
      const found = checkSchemaFiles()
      const registry = await askRegistry()
      const problems = [...found, ...registry.problems]
      return {
        text: [...problems.map(line), registry.note, `${problems.length} problems`].join('\n'),
        json: { problems, registry: registry.note },
        failed: problems.length > 0,
      }
    },
  )

  setAction(
    schemas
      .command('register')
      .description('register the schemas with the compatibility BACKWARD_TRANSITIVE, and store their ids'),
    async () => {
      const { settings } = await openContext({ needs: ['postgres', 'registry'] })
      const database = createDatabase(settings)
      try {
        const registrations = await registerSchemas(createRegistryClient(settings), database)
        return {
          text: table(registrations.map(({ registry_id, subject }) => [String(registry_id), subject])),
          json: { registered: registrations },
        }
      } finally {
        await database.end()
      }
    },
  )
}

/** The files can be checked on any machine; the registry only if it is reachable. */
async function askRegistry(): Promise<{ problems: SchemaProblem[]; note: string }> {
  try {
    const { settings }: { settings: Settings } = await openContext({ needs: ['registry'] })
    return {
      problems: await checkCompatibility(createRegistryClient(settings)),
      note: `compared with ${settings.schema_registry_url}`,
    }
  } catch (error) {
    if (!(error instanceof LegislogError)) throw error
    return { problems: [], note: `the schemas were not compared with a registry: ${error.message}` }
  }
}

function line({ code, schema, message }: SchemaProblem): string {
  return `${code}  ${schema}  ${message}`
}
