import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readlink, realpath, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import type { Layout } from '../home/layout.ts'
import { runCommand } from '../processes/command.ts'

export type Account = { readonly uid: number; readonly gid: number }

/** Postgres refuses to run as root: then it runs as the account that its package made. Undefined: as ourselves. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => runCommand('id', [flag, 'postgres'])))
    return { uid: Number(uid), gid: Number(gid) }
  } catch (cause) {
    throw new LegislogError(
      'service_missing',
      'Postgres does not run as root, and there is no account "postgres" to run it as',
      { cause },
    )
  }
}

/**
 * The data folder of the server: in the home, or at the target of a link in the home. If the account of the server may
 * not pass through the home, a folder of the machine is used, and the home gets a link to it.
 */
export async function dataFolder(layout: Layout, account: Account | undefined): Promise<string> {
  const own = layout.postgres_data
  // It is a folder and not a link, or does not exist.
  const link = await readlink(own).catch(() => undefined)
  if (link !== undefined) return resolve(layout.home, link)
  if (account === undefined || (await isReachable(layout.home, account))) return own
  const outside = outsideFolder(layout)
  // A home of the same path may have been removed without what lay outside of it.
  await rm(outside, { recursive: true, force: true })
  await mkdir(outside, { recursive: true, mode: 0o755 })
  const target = join(outside, 'postgres')
  // A home was once open to all accounts, and then the data was always in it.
  if (existsSync(own)) await runCommand('mv', [own, target])
  await symlink(target, own)
  return target
}

/** The folder of the machine for data that cannot be in this home. No other program puts anything there. */
export function outsideFolder(layout: Layout): string {
  const mark = createHash('sha256').update(layout.home).digest('hex').slice(0, 16)
  return join('/var/lib/legislog', mark)
}

export async function ownFile(path: string, account: Account | undefined): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

async function isReachable(folder: string, account: Account): Promise<boolean> {
  for (let each = await realpath(folder); ; each = dirname(each)) {
    const { mode, uid, gid } = await stat(each)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (each === dirname(each)) return true
  }
}
