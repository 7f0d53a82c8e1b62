import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import createWabt from 'wabt'
import { projectFolder } from '../../../runtime/settings/settings.ts'

const folder = join(projectFolder, 'derive', 'similar', 'kernel')
const source = join(folder, 'near-rows.wat')
export const kernelFile = join(folder, 'near-rows.wasm')

/** Translates the source of the kernel that compares vectors. */
export async function assembleKernel(): Promise<Uint8Array> {
  const wabt = await createWabt()
  const parsed = wabt.parseWat(source, await readFile(source, 'utf8'), { simd: true, threads: true })
  try {
    return parsed.toBinary({}).buffer
  } finally {
    parsed.destroy()
  }
}

if (import.meta.main) await writeFile(kernelFile, await assembleKernel())
