import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileAhead } from '../../cli/compile-ahead.js'
import { startsServices } from '../../cli/process/node-options.js'
import { cleanUp } from '../support/harness/clean-up.ts'

/** A project whose command line notes each start. */
function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-ahead-'))
  cleanUp(async () => rmSync(folder, { recursive: true }))
  const starts = join(folder, 'starts')
  const main = join(folder, 'cli', 'main.ts')
  mkdirSync(join(folder, 'cli'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const program = `import { appendFileSync } from 'node:fs'
    const file: string = ${JSON.stringify(starts)}
    appendFileSync(file, process.argv[2] + ' ')`
  writeFileSync(main, program)
  const cache = join(folder, 'cache')
  return {
    main,
    cache,
    compile: () => compileAhead({ node: process.execPath, folder, cache }),
    starts: () => readFileSync(starts, 'utf8'),
  }
}

it('code is compiled ahead once, and again after it has changed', async () => {
  const { main, cache, compile, starts } = createProject()
  await compile()
  expect(
    readdirSync(cache, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length,
  ).toBe(3)
  await compile()
  expect(starts()).toBe('--help ')
  utimesSync(main, new Date(), new Date(Date.now() + 60_000))
  await compile()
  expect(starts()).toBe('--help --help ')
})

it('a failure is tried again by the next start, and stops nothing', async () => {
  const { main, compile, starts } = createProject()
  const program = readFileSync(main, 'utf8')
  writeFileSync(main, `${program}\nprocess.exit(1)`)
  await compile()
  await compile()
  expect(starts()).toBe('--help --help ')
})

it('code is compiled ahead of what runs for long', () => {
  for (const command of ['up', 'relay', 'project', 'api', 'webhooks', 'derive', 'alerts'])
    expect(startsServices([command])).toBe(true)
  for (const command of ['status', 'ingest', '--help']) expect(startsServices([command])).toBe(false)
  expect(startsServices([])).toBe(false)
})
