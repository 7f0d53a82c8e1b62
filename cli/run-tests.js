#!/usr/bin/env node
// Runs the tests on the pinned Node, with the arguments given; the last line says how many passed and failed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileAhead } from './compile-ahead.js'
import { compileCache, pinnedNode, prepare, projectFolder, run } from './prepare.js'

await prepare()
const folder = mkdtempSync(join(tmpdir(), 'legislog-tests-'))
const report = join(folder, 'report.json')
const args = process.argv.slice(2)
const reporters = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=default']
const vitest = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs')
// What a test starts takes half of the CPU to come up: Node keeps what it compiled, and Java, whose Kafka and registry
// soon end again, does not compile twice.
const quickStarts = {
  NODE_COMPILE_CACHE: compileCache,
  JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1',
}
// A whole run starts hundreds of processes, and most are killed before they write what they compiled.
if (args.every((arg) => arg.startsWith('-')))
  await compileAhead({ node: pinnedNode, folder: projectFolder, cache: compileCache })
const outcome = await run(
  pinnedNode,
  [vitest, 'run', ...reporters, '--reporter=json', `--outputFile.json=${report}`, ...args],
  { cwd: projectFolder, env: { ...quickStarts, ...process.env } },
)
const { passed, failed, skipped } = count(outcome.code === 0)
rmSync(folder, { recursive: true, force: true })
if (passed + failed === 0) console.error('legislog: no test ran')
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = outcome.code === 0 && failed === 0 && passed > 0 ? 0 : outcome.code || 1

/** A run that failed without a failing test (a file that does not load, an error outside of a test) counts one. */
function count(succeeded) {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'))
    const broken = result.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    ).length
    const failed = result.numFailedTests + broken
    return {
      passed: result.numPassedTests,
      failed: succeeded ? failed : Math.max(failed, 1),
      skipped: result.numPendingTests + result.numTodoTests,
    }
  } catch {
    // The run ended before its report: its exit code is all that is known.
    return { passed: 0, failed: succeeded ? 0 : 1, skipped: 0 }
  }
}
