import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LegislogError } from '../schemas/errors.ts'
import { runCommand } from './command.ts'
import type { Layout } from './layout.ts'

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
 * Where the server keeps its data: in the home, or, when its account may not pass through a folder above the home,
 * in a folder of the machine that the home points at.
 */
export async function dataFolder(layout: Layout, account: Account | undefined): Promise<string> {
  const own = layout.postgres_data
  if (account === undefined || (await isReachable(layout.home, account))) return own
  const outside = outsideFolder(layout)
  await mkdir(outside, { recursive: true, mode: 0o755 })
  const target = join(outside, 'postgres')
  if ((await lstat(own).catch(() => undefined)) === undefined) await symlink(target, own)
  return target
}

/** The folder of the machine that holds what does not fit into this home. Nobody else puts anything there. */
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
