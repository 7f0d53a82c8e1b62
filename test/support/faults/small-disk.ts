import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../../stack/processes/command.ts'
import { cleanUp } from '../harness/clean-up.ts'

/** A disk for this test that can be filled. */
export type SmallDisk = {
  readonly folder: string
  /** Fills the disk. */
  fill(): Promise<void>
  /** Frees the disk. */
  free(): Promise<void>
  freeBytes(): Promise<number>
}

/** Only root may mount a disk, and not in every container. */
export const canMount: boolean = tryToMount()

function tryToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'legislog-disk-'))
  try {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
    if (mounted) spawnSync('umount', [folder])
    return mounted
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const BLOCK = 4_096

export async function createSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-disk-'))
  await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  cleanUp(async () => {
    await runCommand('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  })
  const ballast = join(folder, 'ballast')
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeBytes,
    async fill() {
      const parts: Promise<void>[] = []
      const room = await freeBytes()
      // Others write too, so the last space is filled block by block.
      await writeFile(ballast, Buffer.alloc(Math.max(0, room - 64 * BLOCK)))
      for (let part = 0; part < 128; part += 1)
        // The disk is full, as intended.
        parts.push(writeFile(`${ballast}-${part}`, Buffer.alloc(BLOCK)).catch(() => {}))
      await Promise.all(parts)
    },
    async free() {
      for (let part = 0; part < 128; part += 1) await rm(`${ballast}-${part}`, { force: true })
      await rm(ballast, { force: true })
    },
  }
}
