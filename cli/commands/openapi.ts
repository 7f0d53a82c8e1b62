import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readSettings } from '../../runtime/settings/settings.ts'
import { describeApi, openApiFile } from '../openapi/build-document.ts'
import { setAction } from '../output/answer.ts'

export function registerOpenApi(program: Command): void {
  setAction<{ write?: boolean }>(
    program
      .command('openapi')
      .option('--write', 'write the document of the default settings into api/openapi.json')
      .description('print the OpenAPI document of the API'),
    async ({ options }) => {
      if (options.write === true) {
        await writeFile(openApiFile, await describeApi(readSettings({})))
        return { text: `wrote ${openApiFile}`, json: { file: openApiFile } }
      }
      const text = await describeApi(readSettings(process.env))
      return { text: text.trimEnd(), json: JSON.parse(text) }
    },
  )
}
