import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { projectFolder } from '../../runtime/settings/settings.ts'

/** Run by `legislog check`: checks the committed OpenAPI document with the rules of the Redocly linter. */
const file = join(projectFolder, 'api', 'openapi.json')
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
    'scalar-property-missing-example': 'error',
    'no-http-verbs-in-paths': 'error',
    'path-params-defined': 'error',
    // Public paths (/healthz, /readyz) have no parameters and no errors.
    'operation-4xx-response': 'off',
  },
})
const problems = await lintFromString({ source: await readFile(file, 'utf8'), absoluteRef: file, config })
for (const { ruleId, message, location } of problems) {
  console.error(`api/openapi.json ${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
}
process.exitCode = problems.length === 0 ? 0 : 1
