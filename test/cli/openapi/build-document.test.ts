import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeApi, openApiFile } from '../../../cli/openapi/build-document.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

it('the committed OpenAPI document matches the routes, and no store is needed to make it', async () => {
  const made = await describeApi(readSettings({}))
  expect(JSON.parse(await readFile(openApiFile, 'utf8'))).toEqual(JSON.parse(made))
})
