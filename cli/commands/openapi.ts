import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { openContext } from '../context/context.ts'
import { describeApi } from '../openapi/build-document.ts'
import { setAction } from '../output/answer.ts'

/** The committed document, so that a change of the API shows in the diff. */
export const openApiFile = join(projectFolder, 'api', 'openapi.json')

export function registerOpenApi(program: Command): void {
  setAction<{ write?: boolean }>(
    program
      .command('openapi')
      .option('--write', 'write the document into api/openapi.json')
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
