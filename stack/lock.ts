import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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
    await delay(50)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** The file appears with its text in it: a lock is never seen half-made. */
async function take(file: string): Promise<boolean> {
  // Two that wait in one process must not remove each other's.
  const own = `${file}.${process.pid}.${randomUUID()}`
  await writeFile(own, JSON.stringify({ pid: process.pid, started: await startOf(process.pid) }))
  try {
    await link(own, file)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    await removeAbandoned(file)
    return false
  } finally {
    await rm(own, { force: true })
  }
}

async function removeAbandoned(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined || (await isAlive(JSON.parse(text)))) return
  // Another waiter may have taken over in between: what was moved away by mistake goes back.
  const aside = `${file}.${process.pid}.${randomUUID()}.abandoned`
  await rename(file, aside).catch(() => {})
  if ((await readFile(aside, 'utf8').catch(() => text)) !== text) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}
