import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LegislogError } from '../schemas/errors.ts'
import { isAlive, startOf } from './process.ts'

/** Runs `work` while no other process holds the same lock file. A holder that died does not hold it. */
export async function withLock<T>(file: string, patience_ms: number, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  const deadline = Date.now() + patience_ms
  while (!(await take(file))) {
    if (Date.now() > deadline) {
      throw new LegislogError('service_failed', `another process has held ${file} for ${patience_ms} ms`)
    }
    await delay(100)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(JSON.stringify({ pid: process.pid, started: await startOf(process.pid) }))
    await handle.close()
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    if (await isAbandoned(file)) await rm(file, { force: true })
    return false
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  // A holder writes its name right after it made the file: an empty one that stays empty belongs to nobody.
  if (text === '') {
    await delay(1_000)
    return (await readFile(file, 'utf8').catch(() => undefined)) === ''
  }
  return !(await isAlive(JSON.parse(text)))
}
