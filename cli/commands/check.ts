import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from 'commander'
import { checkSchemaFiles } from '../../runtime/schema-check/schema-check.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { findMigrationFaults, readMigrations, readReleasedMigrations } from '../check/released-migrations.ts'
import { readSources } from '../check/sources.ts'
import { checkStructure, partFolders, readStructure } from '../check/structure.ts'
import { findSwallowedErrors } from '../check/swallowed-errors.ts'
import { migratedParts } from '../context/migration-folders.ts'
import { type Answer, setAction } from '../output/answer.ts'

type Check = { readonly name: string; readonly program: readonly string[] }
type Outcome = { readonly name: string; readonly ok: boolean; readonly output: string }

const modules = join(projectFolder, 'node_modules')
const checks: readonly Check[] = [
  { name: 'types', program: [join(modules, 'typescript', 'bin', 'tsc'), '--noEmit'] },
  { name: 'lint and format', program: [join(modules, '@biomejs', 'biome', 'bin', 'biome'), 'check', '.'] },
  { name: 'OpenAPI document', program: [join(projectFolder, 'cli', 'openapi', 'check-document.ts')] },
]

export function registerCheck(program: Command): void {
  setAction(
    program
      .command('check')
      .description(
        'types, lint, format, the structure of folders, errors that are dropped without a reason, the OpenAPI document, schema files that match the code, and unchanged released migrations',
      ),
    runChecks,
  )
}

async function runChecks(): Promise<Answer> {
  const outcomes = await Promise.all([
    ...checks.map(runCheck),
    ...(await checkSources()),
    checkSchemas(),
    checkMigrations(),
  ])
  const failed = outcomes.filter((outcome) => !outcome.ok)
  for (const outcome of failed) process.stderr.write(outcome.output)
  return {
    text: outcomes.map((outcome) => `${outcome.name}: ${outcome.ok ? 'ok' : 'failed'}`).join('\n'),
    json: { ok: failed.length === 0, checks: outcomes.map(({ name, ok }) => ({ name, ok })) },
    failed: failed.length > 0,
  }
}

async function checkSources(): Promise<readonly Outcome[]> {
  const structure = readStructure(projectFolder)
  const sources = readSources(projectFolder, partFolders(structure))
  const production = sources.filter(({ path }) => !path.endsWith('.test.ts'))
  return [
    outcomeOf('structure', checkStructure(sources, structure)),
    outcomeOf('swallowed errors', findSwallowedErrors(production)),
  ]
}

async function checkSchemas(): Promise<Outcome> {
  return outcomeOf(
    'schemas',
    checkSchemaFiles().map(({ schema, message }) => `${schema}: ${message}`),
  )
}

function checkMigrations(): Outcome {
  const present = readMigrations(
    projectFolder,
    migratedParts.map(({ part }) => part),
  )
  return outcomeOf('migrations', findMigrationFaults(readReleasedMigrations(projectFolder), present))
}

function outcomeOf(name: string, problems: readonly string[]): Outcome {
  return { name, ok: problems.length === 0, output: problems.map((each) => `${each}\n`).join('') }
}

async function runCheck(check: Check): Promise<Outcome> {
  const child = spawn(process.execPath, check.program, {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { name: check.name, ok: code === 0, output }
}
