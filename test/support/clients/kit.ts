import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'

const run = promisify(execFile)

/** A client that was packed, and installed from its package into an empty project with its examples. */
export type Kit = {
  readonly folder: string
  /** Changes an example, as a reader would. */
  edit(example: string, before: string, after: string): Promise<void>
  /** Runs an example to its end, and returns what it printed. */
  run(example: string, args: readonly string[], env: Record<string, string>): Promise<string>
  /** Starts an example that listens, and returns its output so far. */
  listen(example: string, env: Record<string, string>): Promise<() => string>
  /** Kills an example with SIGKILL as soon as it has printed so many lines. False: it ended before. */
  kill(example: string, args: readonly string[], env: Record<string, string>, lines: number): Promise<boolean>
}

/** Node as the tests run it comes first, so that `npm` does not use an older one. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
const environment = { ...process.env, PATH, NODE_NO_WARNINGS: '1' }

export const hasPython: boolean = await run('python3', [
  '-c',
  'import sys, venv, pip; sys.exit(sys.version_info < (3, 11))',
]).then(
  () => true,
  () => false,
)

async function emptyProject(client: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `legislog-${client}-`))
  cleanUp(() => rm(folder, { recursive: true }))
  await cp(join(projectFolder, 'clients', client, 'examples'), folder, { recursive: true })
  return folder
}

export async function typescriptKit(): Promise<Kit> {
  const source = join(projectFolder, 'clients', 'typescript')
  const folder = await emptyProject('typescript')
  const npm = (args: readonly string[], cwd: string) => run('npm', [...args], { cwd, env: environment })
  await npm(['ci', '--no-audit', '--no-fund', '--prefer-offline'], source)
  await npm(['pack', '--pack-destination', folder], source)
  const files = await readdir(folder)
  const packed = files.find((file) => file.endsWith('.tgz'))!
  await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n')
  await npm(['install', '--no-audit', '--no-fund', '--prefer-offline', `./${packed}`], folder)
  const node = process.execPath
  return kitOf(folder, node, (example) => `${example}.ts`)
}

export async function pythonKit(): Promise<Kit> {
  const source = join(projectFolder, 'clients', 'python')
  const folder = await emptyProject('python')
  await run('python3', ['tools/generate.py'], { cwd: source })
  // A pip of its own would take longer to install than all else.
  await run('python3', ['-m', 'venv', '--without-pip', 'environment'], { cwd: folder })
  const python = join(folder, 'environment', 'bin', 'python')
  await run('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, source])
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'))!
  await run('python3', ['-m', 'pip', '--python', python, 'install', '--quiet', `./${wheel}`], { cwd: folder })
  return kitOf(folder, python, (example) => `${example}.py`)
}

function kitOf(folder: string, command: string, fileOf: (example: string) => string): Kit {
  const start = (example: string, args: readonly string[], env: Record<string, string>) =>
    spawn(command, [fileOf(example), ...args], {
      cwd: folder,
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  return {
    folder,
    async edit(example, before, after) {
      const file = join(folder, fileOf(example))
      const text = await readFile(file, 'utf8')
      if (!text.includes(before)) throw new Error(`${fileOf(example)} has no ${before}`)
      await writeFile(file, text.replace(before, after))
    },
    async run(example, args, env) {
      const { stdout } = await run(command, [fileOf(example), ...args], {
        cwd: folder,
        env: { ...environment, ...env },
      })
      return stdout
    },
    async listen(example, env) {
      const child = start(example, [], env)
      const closed = new Promise<void>((done) => child.once('close', () => done()))
      cleanUp(async () => {
        child.kill()
        await closed
      })
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8')
      })
      await eventually(() => printed.includes('listening'))
      return () => printed
    },
    async kill(example, args, env, lines) {
      const child = start(example, args, env)
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8')
        if (printed.split('\n').length > lines) child.kill('SIGKILL')
      })
      const { promise, resolve } = Promise.withResolvers<string | null>()
      child.once('close', (_code, signal) => resolve(signal))
      return (await promise) === 'SIGKILL'
    },
  }
}
