import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import type { TestApi } from '../api/test-api.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'

/** The API on a port, and a folder from which a reader of the guides works. */
export type LiveGuide = {
  readonly base: string
  readonly folder: string
  /** Runs a block as a person would, after the earlier blocks of its page, and returns its output. */
  shell(code: string, before?: string): Promise<string>
  /** Starts a program that listens, and returns its output so far. */
  start(program: string, args: readonly string[], env: Record<string, string>): Promise<() => string>
}

export async function createLiveGuide(api: TestApi): Promise<LiveGuide> {
  const base = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'legislog-guide-'))
  await symlink(join(projectFolder, 'docs'), join(folder, 'docs'))
  cleanUp(() => rm(folder, { recursive: true }))
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_NO_WARNINGS: '1',
    TOKEN: api.token,
    BASE: base,
  }
  const real = (code: string) => code.replaceAll('http://127.0.0.1:8080', base)
  return {
    base,
    folder,
    async shell(code, before = '') {
      const script = `set -eu -o pipefail\n{\n:\n${real(before)}\n} > /dev/null\n${real(code)}`
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })
      return stdout
    },
    async start(program, args, more) {
      const child = spawn(program, args, {
        cwd: folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
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
  }
}

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise<void>((done) => server.close(() => done()))
  return port
}
