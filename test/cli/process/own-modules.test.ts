import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ownUrl } from '../../../cli/process/own-modules.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'

const at = (...path: readonly string[]) => pathToFileURL(join(projectFolder, ...path)).href

describe('a file of ours', () => {
  it('is found by its path and name, without a look at the file system', () => {
    expect(ownUrl('./missing.ts', at('cli', 'main.ts'))).toBe(at('cli', 'missing.ts'))
    expect(ownUrl('../runtime/log.ts', at('cli', 'main.ts'))).toBe(at('runtime', 'log.ts'))
  })

  it('is looked up by Node if it is a package, another kind of file, or imported by a package', () => {
    expect(ownUrl('pg', at('runtime', 'log.ts'))).toBeUndefined()
    expect(ownUrl('node:fs', at('runtime', 'log.ts'))).toBeUndefined()
    expect(ownUrl('./prepare.js', at('cli', 'main.ts'))).toBeUndefined()
    expect(ownUrl('./index.ts', at('node_modules', 'pg', 'index.js'))).toBeUndefined()
    expect(ownUrl('./main.ts', undefined)).toBeUndefined()
    expect(ownUrl('./other.ts', pathToFileURL('/elsewhere/main.ts').href)).toBeUndefined()
  })

  it('is one module however it is loaded, and a missing one is named', async () => {
    const program = `
      const load = (name) => import('./' + name + '.ts')
      const before = await load('schemas/errors')
      const { findOwnModulesDirectly } = await load('cli/process/own-modules')
      findOwnModulesDirectly()
      const { LegislogError } = await load('schemas/errors')
      const { readSettings } = await load('runtime/settings/settings')
      let refused
      try { readSettings({ PORT: 'x' }) } catch (error) { refused = error instanceof before.LegislogError }
      const missing = await load('schemas/missing').catch((error) => error.message)
      console.log(JSON.stringify({ same: before.LegislogError === LegislogError, refused, missing }))`
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--preserve-symlinks', '--input-type=module', '-e', program],
      { cwd: projectFolder },
    )
    expect(stderr).toBe('')
    const { same, refused, missing } = JSON.parse(stdout) as Record<string, unknown>
    expect({ same, refused }).toEqual({ same: true, refused: true })
    expect(missing).toContain('schemas/missing.ts')
  })
})
