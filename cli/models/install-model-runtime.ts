import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runtimeFolder, runtimePackages } from '../../derive/embedder/local/runtime-packages.ts'
import type { Progress } from '../../stack/install/progress.ts'
import { runCommand } from '../../stack/processes/command.ts'

/** Installs the packages that run models into a folder of their own, so that `npm ci` does not bring them. */
export async function installModelRuntime(cache: string, progress: Progress): Promise<void> {
  const folder = runtimeFolder(cache)
  const packages = Object.entries(runtimePackages).map(([name, version]) => `${name}@${version}`)
  const marker = join(folder, `${packages.join(' ').replace(/[^\w.-]+/gu, '-')}.installed`)
  if (existsSync(marker)) return
  progress('packages', `installing ${packages.join(' and ')}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true })}\n`)
  const args = ['install', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  // Without this, the installer of onnxruntime-node downloads parts for graphics cards if it finds their tools.
  await runCommand('npm', args, { folder, env: { ONNXRUNTIME_NODE_INSTALL: 'skip' } })
  await writeFile(marker, '')
  progress('packages', 'installed', true)
}
