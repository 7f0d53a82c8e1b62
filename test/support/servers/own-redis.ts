import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedis } from '../../../runtime/redis.ts'
import { findProgram } from '../../../stack/install/programs.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { answersRedis } from '../../../stack/services/probe.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { testSettings } from '../harness/settings.ts'

/** A Redis of this test, which may be killed, frozen and emptied. */
export type OwnRedis = {
  readonly url: string
  /** Kills its process, with all its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Accepts connections and answers nothing, like a host that hangs. */
  freeze(): void
  thaw(): void
  /** Deletes all keys and all scripts. */
  flush(): Promise<void>
}

export async function createOwnRedis(): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const program = findProgram('redis-server', ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'])
  if (program === undefined) throw new Error('redis-server is not installed')
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(program!, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''], {
      stdio: 'ignore',
    })
    await eventually(() => answersRedis(url))
  }
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  cleanUp(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    kill,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async flush() {
      const redis = createRedis(testSettings({ redis_url: url }), { for: 'worker' })
      await redis.flushall()
      await redis.script('FLUSH')
      redis.disconnect()
    },
  }
}
