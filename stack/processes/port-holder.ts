import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

export type PortHolder = { readonly pid: number; readonly command: string }

const LISTENING = '0A'
const COMMAND_LENGTH = 120

/** The process that listens on a port of this machine; undefined if this user may not see it. */
export async function holderOfPort(port: number): Promise<PortHolder | undefined> {
  const pid = process.platform === 'linux' ? await pidInProc(port) : await pidByLsof(port)
  if (pid === undefined) return undefined
  return { pid, command: shorten((await commandOf(pid)) ?? 'its command is not known') }
}

/** The kernel lists the inode of a port's socket, and for each process the sockets that it has open. */
async function pidInProc(port: number): Promise<number | undefined> {
  const tables = await Promise.all(
    // A machine without IPv6 has no such table.
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const sockets = new Set(tables.flatMap((text) => listeningSockets(text, port)))
  if (sockets.size === 0) return undefined
  for (const entry of await readdir('/proc')) {
    if (/^\d+$/.test(entry) && (await holdsOne(entry, sockets))) return Number(entry)
  }
  return undefined
}

/** The sockets of a /proc/net table that listen on this port, written as the links in /proc/<pid>/fd. */
export function listeningSockets(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && local?.endsWith(`:${hex}`) === true)
    .map((fields) => `socket:[${fields[9]}]`)
}

async function holdsOne(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  // The files of other users cannot be read, and a process may end during the search.
  const files = await readdir(folder).catch(() => [])
  for (const file of files) {
    // The file was closed during the search.
    const target = await readlink(`${folder}/${file}`).catch(() => '')
    if (sockets.has(target)) return true
  }
  return false
}

async function pidByLsof(port: number): Promise<number | undefined> {
  const output = await outputOf('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp'])
  const pid = /^p(\d+)$/m.exec(output)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

async function commandOf(pid: number): Promise<string | undefined> {
  const text =
    process.platform === 'linux'
      ? // The process has ended.
        (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : await outputOf('ps', ['-o', 'args=', '-p', String(pid)])
  return text.trim() || undefined
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  return promisify(execFile)(program, [...args]).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

function shorten(command: string): string {
  return command.length <= COMMAND_LENGTH ? command : `${command.slice(0, COMMAND_LENGTH)}…`
}
