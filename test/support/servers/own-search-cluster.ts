import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../../../runtime/settings/cache-folder.ts'
import { fetchOpenSearch, openSearchFolder } from '../../../stack/install/opensearch.ts'
import { findJava, findProgram } from '../../../stack/install/programs.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { prepareNode } from '../../../stack/services/opensearch.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { testSettings } from '../harness/settings.ts'

const START_MS = 120_000

/**
 * Why no cluster can run here, so that a test can be skipped with the reason; undefined if one can. A CI run never skips: there it
 * is a failure.
 */
export async function whyNoSearchCluster(): Promise<string | undefined> {
  try {
    if ((await findJava()) === undefined) throw new Error('there is no Java')
    await fetchOpenSearch(cacheFolder(testSettings()), findProgram('mvn'), noProgress)
    return undefined
  } catch (error) {
    if (process.env.CI !== undefined) throw error
    return `OpenSearch is not to be had: ${String(error)}`
  }
}

export type OwnSearchCluster = {
  readonly url: string
  /** kill -9. */
  kill(): Promise<void>
  /** Starts again on the same data. */
  start(): Promise<void>
}

/** A cluster of one node for this test. */
export async function createOwnSearchCluster(): Promise<OwnSearchCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-search-'))
  const home = openSearchFolder(cacheFolder(testSettings()))
  const java = (await findJava())!
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = await prepareNode({ home, folder, port, transport_port: await freePort() })
  let running: ChildProcess | undefined

  async function start(): Promise<void> {
    running = spawn(java, args, { stdio: 'ignore' })
    await eventually(() => isReady(url, running!), { timeout_ms: START_MS, interval_ms: 250 })
  }
  async function kill(): Promise<void> {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  cleanUp(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  await start()
  return { url, kill, start }
}

async function isReady(url: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`OpenSearch ended with ${exitCode}`)
  const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`)
  return answer.ok
}
