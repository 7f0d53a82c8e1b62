import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { layoutOf } from '../../../stack/home/layout.ts'
import { runCommand } from '../../../stack/processes/command.ts'

/** The Open States importer in a folder of its own, with the versions of requirements.txt. */
export type Importer = {
  readonly version: string
  readonly folder: string
  /** The full path of a program of its environment, such as `os-initdb`. */
  program(name: string): string
}

const PYTHON = 'python3.11'
const requirements = join(projectFolder, 'bench', 'peers', 'importer', 'requirements.txt')

/** Installs it unless these versions are there. Throws `service_failed` with what could not be installed. */
export async function installImporter(settings: Settings): Promise<Importer> {
  const folder = join(layoutOf(settings).home, 'peers', 'importer')
  const program = (name: string) => join(folder, 'environment', 'bin', name)
  const wanted = await readFile(requirements, 'utf8')
  const installed = join(folder, 'installed.txt')
  const isInstalled = existsSync(installed) && (await readFile(installed, 'utf8')) === wanted
  if (!isInstalled) {
    await mkdir(folder, { recursive: true })
    await runCommand(PYTHON, ['-m', 'venv', '--clear', join(folder, 'environment')])
    await runCommand(program('pip'), ['install', '--quiet', '--requirement', requirements])
    await writeFile(installed, wanted)
  }
  const version = /^openstates==(?<version>.+)$/mu.exec(wanted)!.groups!.version!
  return { version, folder, program }
}
