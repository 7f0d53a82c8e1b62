import { join } from 'node:path'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { runCommand } from '../processes/command.ts'
import { withLock } from '../processes/lock-file.ts'
import { canInstall, install } from './install-programs.ts'
import { findProgram } from './programs.ts'
import type { Progress } from './progress.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const FOLDERS = ['/usr/bin', '/Applications/Google Chrome.app/Contents/MacOS', '/opt/homebrew/bin']
/** Another process may be installing it. */
const LOCK_MS = 600_000

/**
 * Finds a Chromium that starts, which tests in a browser and pictures of pages need. If allowed, it installs Debian's
 * package. Otherwise it throws `service_missing`, which says what to install.
 */
export async function findChromium(settings: Settings, progress: Progress): Promise<string> {
  const found = await look()
  if (found !== undefined) return found
  if (!canInstall()) throw missing()
  const lock = join(cacheFolder(settings), 'chromium.lock')
  const installed = await withLock(lock, LOCK_MS, async () => {
    const meanwhile = await look()
    if (meanwhile !== undefined) return meanwhile
    await install(['chromium', 'fonts-dejavu-core'], progress)
    return look()
  })
  if (installed === undefined) throw missing()
  return installed
}

/** Some systems have a program of this name that only says how to install it. */
async function look(): Promise<string | undefined> {
  for (const name of NAMES) {
    const program = findProgram(name, FOLDERS)
    if (program === undefined) continue
    // A program that does not start has no version.
    const version = await runCommand(program, ['--version', '--no-sandbox']).catch(() => '')
    if (/\d+\.\d+/.test(version)) return program
  }
  return undefined
}

const missing = (): LegislogError =>
  new LegislogError(
    'service_missing',
    'missing on this machine: Chromium. Install it with: sudo apt-get install chromium',
  )
