import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { readSettings } from '../../runtime/settings/settings.ts'
import { describeApi, openApiFile } from './build-document.ts'
import { describeOutdatedLine } from './outdated-line.ts'

/**
 * Run by `legislog check`: checks that the committed OpenAPI document is the one that the code makes, and that it
 * follows the rules of the Redocly linter.
 */
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
    'scalar-property-missing-example': 'error',
    // `widgets` contains `get`, but not as a word.
    'no-http-verbs-in-paths': { severity: 'error', splitIntoWords: true },
    'path-params-defined': 'error',
    // Public paths (/healthz, /readyz) have no parameters and no errors.
    'operation-4xx-response': 'off',
  },
})
const committed = await readFile(openApiFile, 'utf8')
const outdated = describeOutdatedLine(committed, await describeApi(readSettings({ LOG_LEVEL: 'silent' })))
if (outdated !== undefined) {
  console.error(`api/openapi.json: ${outdated}: run npm run legislog -- openapi --write`)
}
const problems = await lintFromString({ source: committed, absoluteRef: openApiFile, config })
for (const { ruleId, message, location } of problems) {
  console.error(`api/openapi.json ${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
}
process.exitCode = problems.length === 0 && outdated === undefined ? 0 : 1
