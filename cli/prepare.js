// Plain JavaScript that Node 18 and later can read: it runs before there are dependencies or a newer Node.
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectFolder = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const modulesFolder = join(projectFolder, 'node_modules')

/** The Node that everything runs on: a dependency, whatever Node the machine has. */
export const pinnedNode = join(modulesFolder, '.bin', 'node')

/** Code that Node has compiled, with types stripped. */
export const compileCache = join(modulesFolder, '.cache', 'node')

/**
 * Warnings are left out: it does not matter that packages want a newer Node than npm's own, since everything runs on the
 * pinned one. Errors are still printed.
 */
export const installArguments = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs the dependencies when they are missing or not those of the lock file. Ends the process on failure. */
export async function prepare() {
  if (isInstalled(projectFolder)) return
  const release = await lock()
  try {
    if (isInstalled(projectFolder)) return
    console.error(
      existsSync(modulesFolder)
        ? 'legislog: the dependencies have changed; running npm ci'
        : 'legislog: installing the dependencies with npm ci (first run; about a minute)',
    )
    const { code } = await run('npm', installArguments, { cwd: projectFolder })
    if (code !== 0) fail(`npm ci failed with exit code ${code}`)
    if (!existsSync(pinnedNode)) fail('npm ci ran, but its package "node" contains no program')
  } finally {
    release()
  }
}

/** Runs a program on our terminal, passes signals on, and resolves to how it ended. */
export function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options })
    // A terminal sends Ctrl-C to every process of the group: the child has it already.
    const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT']
    const forward = (signal) => child.kill(signal)
    const ignore = () => {}
    for (const signal of forwarded) process.on(signal, forward)
    process.on('SIGINT', ignore)
    const finish = (outcome) => {
      for (const signal of forwarded) process.off(signal, forward)
      process.off('SIGINT', ignore)
      resolve(outcome)
    }
    child.once('error', (error) => {
      console.error(`legislog: ${program} cannot be started: ${error.message}`)
      finish({ code: 1, signal: null })
    })
    child.once('exit', (code, signal) => finish({ code, signal }))
  })
}

/** Ends as the child ended. */
export function endAs({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal)
  else process.exitCode = code
}

/** Says if every package of the lock file is installed in its version, by npm's list in node_modules. */
export function isInstalled(folder) {
  const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'))
  if (installed === undefined || !existsSync(join(folder, 'node_modules', '.bin', 'node'))) return false
  const wanted = packagesOf(join(folder, 'package-lock.json')) ?? {}
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const present = installed[path]
    // Packages for other systems are in the lock file and never installed.
    if (present === undefined) return entry.optional === true || entry.devOptional === true
    return present.version === entry.version && present.integrity === entry.integrity
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    // There is no such file, or an installation was cut off: the caller installs.
    return undefined
  }
}

/** Two commands started at once on a fresh checkout must not both run npm ci. */
async function lock() {
  const file = join(projectFolder, '.stack', 'npm-ci.lock')
  mkdirSync(dirname(file), { recursive: true })
  for (;;) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = Number(readText(file))
      if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // There is no such file.
    return ''
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fail(message) {
  console.error(`legislog: ${message}`)
  process.exit(1)
}
