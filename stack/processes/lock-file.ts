import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LegislogError } from '../../schemas/errors.ts'
import { noteProcess, runningProcess } from './process.ts'

/** Runs `work` while no other process holds the same lock file. A lock file of a dead process does not count. */
export async function withLock<T>(
  file: string,
  patience_ms: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  const deadline = Date.now() + patience_ms
  while (!(await takeLock(file))) {
    signal?.throwIfAborted()
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

/**
 * Takes a lock for as long as this process lives and the file is not removed; false if another process has it. The lock
 * is a pid file, with the members of `more` in it. It appears complete: no process ever sees half a lock.
 */
export async function takeLock(file: string, more: object = {}): Promise<boolean> {
  // Two that wait in one process must not remove each other's.
  const own = `${file}.${process.pid}.${randomUUID()}`
  const mark = await noteProcess(process.pid)
  await writeFile(own, JSON.stringify({ ...mark, ...more }))
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
  // Another process removed it.
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined || (await runningProcess(file)) !== undefined) return
  // Another waiter may have taken over in between; then its file was moved by mistake and goes back.
  const aside = `${file}.${process.pid}.${randomUUID()}.abandoned`
  // Another process moved or removed it first.
  await rename(file, aside).catch(() => {})
  // A new owner may have made a lock file by now: then that one stays.
  if ((await readFile(aside, 'utf8').catch(() => text)) !== text) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}
