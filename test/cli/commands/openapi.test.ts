import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openApiFile } from '../../../cli/commands/openapi.ts'
import { describeApi } from '../../../cli/openapi/build-document.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

it('the committed OpenAPI document matches the routes (legislog openapi --write)', async () => {
  const { settings } = await createTestDatabase()
  const committed = await readFile(openApiFile, 'utf8')
  expect(JSON.parse(await describeApi(settings))).toEqual(JSON.parse(committed))
})
