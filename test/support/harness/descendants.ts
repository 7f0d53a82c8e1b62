import { readdir, readFile } from 'node:fs/promises'

/** The child processes of this one, and their child processes. It works only on Linux. */
export async function descendantsOf(pid: number): Promise<number[]> {
  // The process has ended.
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    // The thread has ended.
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.flatMap((text) => text.trim().split(/\s+/).filter(Boolean).map(Number))
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}
