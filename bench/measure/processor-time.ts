import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf } from '../../stack/home/layout.ts'
import { runningProcess } from '../../stack/processes/process.ts'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** The processes with separately measured processor time. */
export type Parties = {
  readonly postgres: number | undefined
  readonly kafka: number | undefined
}
export type ProcessorTime = {
  readonly own_ms: number
  readonly postgres_ms: number
  readonly kafka_ms: number
}

/** The servers of this home; an external one has no process here. */
export async function findParties(settings: Settings): Promise<Parties> {
  const { pidFile } = layoutOf(settings)
  const [postgres, kafka] = await Promise.all([
    runningProcess(pidFile('postgres')),
    runningProcess(pidFile('kafka')),
  ])
  return { postgres: postgres?.pid, kafka: kafka?.pid }
}

/** Processor time since each of them started. A server on another machine counts as 0. */
export function readProcessorTime({ postgres, kafka }: Parties): ProcessorTime {
  const { user, system } = process.cpuUsage()
  return {
    own_ms: (user + system) / 1000,
    postgres_ms: postgres === undefined ? 0 : withChildren(postgres),
    kafka_ms: kafka === undefined ? 0 : timesOf(kafka).own_ms,
  }
}

export function since(before: ProcessorTime, now: ProcessorTime): ProcessorTime {
  return {
    own_ms: now.own_ms - before.own_ms,
    postgres_ms: now.postgres_ms - before.postgres_ms,
    kafka_ms: now.kafka_ms - before.kafka_ms,
  }
}

/** A Postgres server with the sessions that have ended and those that have not. */
function withChildren(pid: number): number {
  const { own_ms, ended_ms } = timesOf(pid)
  const alive = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter(({ parent }) => parent === pid)
  return own_ms + ended_ms + alive.reduce((sum, child) => sum + child.own_ms + child.ended_ms, 0)
}

/** `ended_ms`: time of children that have ended. A process that has ended has no time. */
export function timesOf(pid: number): { parent: number; own_ms: number; ended_ms: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name is in brackets and may contain any character.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, ended_user = 0, ended_system = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index] ?? 0,
    )
    return { parent, own_ms: (user + system) * TICK_MS, ended_ms: (ended_user + ended_system) * TICK_MS }
  } catch {
    // The process has ended.
    return { parent: 0, own_ms: 0, ended_ms: 0 }
  }
}

/** The peak memory of a process since it started or since the peak was reset. */
export function peakMegabytes(pid: number | 'self'): number {
  return megabytes(pid, 'VmHWM')
}

export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS')
}

function megabytes(pid: number | 'self', field: string): number {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'latin1'),
    )
    return Math.round(Number(found?.[1] ?? 0) / 1024)
  } catch {
    // The process has ended.
    return 0
  }
}

/** Resets the peak of this process to its present memory. */
export function forgetPeak(): void {
  writeFileSync('/proc/self/clear_refs', '5')
}
