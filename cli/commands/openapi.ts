import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { projectFolder } from '../../runtime/settings.ts'
import { setAction } from '../answer.ts'
import { openContext } from '../context.ts'
import { describeApi } from '../describe-api.ts'

/** Where the document is committed, so that a change of the API shows as a difference. */
export const openApiFile = join(projectFolder, 'api', 'openapi.json')

export function registerOpenApi(program: Command): void {
  setAction<{ write?: boolean }>(
    program
      .command('openapi')
      .option('--write', 'into api/openapi.json, where it is committed')
      .description('print the OpenAPI document of the API'),
    async ({ options }) => {
      const { settings } = await openContext({ needs: ['postgres', 'redis', 'kafka'] })
      const text = await describeApi(settings)
      if (options.write !== true) return { text: text.trimEnd(), json: JSON.parse(text) }
      await writeFile(openApiFile, text)
      return { text: `wrote ${openApiFile}`, json: { file: openApiFile } }
    },
  )
}
