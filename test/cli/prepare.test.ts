import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { cleanUp } from '../support/harness/clean-up.ts'

type Prepare = { isInstalled(folder: string): boolean; readonly installArguments: readonly string[] }
type Package = { version: string; integrity?: string; optional?: boolean }

// Plain JavaScript without types: it must run before there is a compiler.
const prepareFile = join(projectFolder, 'cli', 'prepare.js')
const { isInstalled, installArguments } = (await import(prepareFile)) as Prepare

function project(wanted: Record<string, Package>, installed?: Record<string, Package>): string {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-prepare-'))
  cleanUp(async () => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed !== undefined) {
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
    writeFileSync(join(folder, 'node_modules', '.bin', 'node'), '')
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  }
  return folder
}

describe('the dependencies', () => {
  const pg = { version: '8.23.1', integrity: 'sha512-a' }

  it('are installed again if they are missing', () => {
    expect(isInstalled(project({ 'node_modules/pg': pg }))).toBe(false)
    expect(isInstalled(project({ 'node_modules/pg': pg }, {}))).toBe(false)
  })

  it('are installed again if the lock file names another version', () => {
    const installed = { 'node_modules/pg': { ...pg, version: '8.0.0' } }
    expect(isInstalled(project({ 'node_modules/pg': pg }, installed))).toBe(false)
  })

  it('are not installed again if they match the lock file', () => {
    const other = { version: '1.0.0', optional: true }
    const wanted = {
      '': { version: '0.1.0' },
      'node_modules/pg': pg,
      'node_modules/for-another-system': other,
    }
    expect(isInstalled(project(wanted, { 'node_modules/pg': pg }))).toBe(true)
  })
})

it('npm prints no warnings on an older Node about packages that want a newer one', async () => {
  const folder = project({})
  const dependency = { name: 'newer', version: '1.0.0', engines: { node: '>=99' } }
  mkdirSync(join(folder, 'newer'))
  writeFileSync(join(folder, 'newer', 'package.json'), JSON.stringify(dependency))
  const manifest = { name: 'ours', version: '1.0.0', dependencies: { newer: 'file:./newer' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const packages = {
    '': manifest,
    newer: dependency,
    'node_modules/newer': { resolved: 'newer', link: true },
  }
  const lock = { name: 'ours', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  // `npm test --silent` passes its own log level on to what it starts.
  const { npm_config_loglevel: _, ...env } = process.env
  const install = (args: readonly string[]) => promisify(execFile)('npm', [...args], { cwd: folder, env })
  const usual = installArguments.filter((one) => !one.startsWith('--loglevel'))
  expect((await install(usual)).stderr).toContain('EBADENGINE')
  expect((await install(installArguments)).stderr).toBe('')
})

describe('the launcher', () => {
  it('forwards a signal and ends with the exit code of its child', async () => {
    const child = `process.once('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')`
    const parent = `
      import { endAs, run } from ${JSON.stringify(prepareFile)}
      endAs(await run(process.execPath, ['-e', ${JSON.stringify(child)}]))`
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', parent], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => launcher.stdout.once('data', resolve))
    launcher.kill('SIGTERM')
    expect(await new Promise((resolve) => launcher.once('exit', resolve))).toBe(7)
  })
})
