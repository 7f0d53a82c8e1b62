import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openContext } from '../../../cli/context/context.ts'
import { createKafka, ensureTopics } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { deleteTopics } from '../../measure/log-floors.ts'
import { pairInterleaved, type Run } from '../../measure/pairs.ts'
import { findParties } from '../../measure/processor-time.ts'
import { keepResult } from '../../measure/results.ts'
import { createScratch } from '../../service/scratch-database.ts'
import { wholeNumber } from '../../service/whole-number.ts'
import { type Importer, installImporter } from './install-importer.ts'
import { createPeerDatabases, type PeerDatabases } from './peer-database.ts'
import { peerFigureFile, peerFigureOf } from './peer-figure.ts'
import { describeImporter } from './report.ts'
import { type ScrapedState, unpackState } from './scraped-records.ts'
import { ingest, type Loaded, loadWithOurs, loadWithPeer } from './turns.ts'

/**
 * Loads the same states with the Open States importer and with legislog, in turn: first and again. `states`: two-letter
 * codes, joined by commas. Each round begins without bills, and the other one begins each pair.
 */
export async function benchImporter(data: string, states: string, rounds: string): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka'] })
  const names = states.split(',')
  const count = wholeNumber('rounds', rounds)
  const importer = await installImporter(settings)
  const unpacked: ScrapedState[] = []
  for (const state of names) unpacked.push(await unpackState(data, state, join(importer.folder, 'records')))
  const people = join(data, 'openstates-people', 'legislature.tar.gz')
  const databases = await createPeerDatabases(settings, importer, people, names)
  const runs: Run<Loaded>[] = []
  try {
    for (let round = 0; round < count; round++)
      runs.push(...(await runRound(settings, importer, databases, unpacked, { people, round })))
  } finally {
    await databases.drop()
  }
  const pairs = pairInterleaved(runs)
  await writeFile(
    peerFigureFile,
    `${JSON.stringify(peerFigureOf(pairs, unpacked, importer.version), null, 2)}\n`,
  )
  return keepResult(
    'legislog bench peers importer',
    describeImporter(pairs, unpacked, { version: importer.version, rounds: count }),
  )
}

async function runRound(
  settings: Settings,
  importer: Importer,
  databases: PeerDatabases,
  states: readonly ScrapedState[],
  { people, round }: { readonly people: string; readonly round: number },
): Promise<Run<Loaded>[]> {
  await databases.renew()
  const scratch = await createScratch(settings, 'importer')
  const kafka = createKafka(scratch.settings, 'bench')
  const runs: Run<Loaded>[] = []
  try {
    await ensureTopics(kafka, scratch.settings)
    await ingest(scratch.settings, 'openstates-people', people)
    const parties = await findParties(settings)
    const take = async (subject: Run<Loaded>['subject'], state: ScrapedState) => {
      const started_ms = performance.now()
      const result = await (subject === 'peer'
        ? loadWithPeer(importer, databases.environment, parties, state)
        : loadWithOurs(scratch, parties, state))
      runs.push({ subject, task: state.state, started_ms, ended_ms: performance.now(), result })
    }
    for (const [index, state] of states.entries()) {
      const peerFirst = (round + index) % 2 === 0
      for (const subject of peerFirst ? (['peer', 'ours'] as const) : (['ours', 'peer'] as const))
        await take(subject, state)
    }
    return runs
  } finally {
    await scratch.drop()
    await deleteTopics(kafka, scratch.settings)
  }
}
