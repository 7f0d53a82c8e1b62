import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Child, startChild } from '../../bench/kill-rounds/child.ts'
import { cleanUp } from '../support/clean-up.ts'
import { addNotes, type EditedSample, editSample } from '../support/edited-sample.ts'
import { eventually } from '../support/eventually.ts'
import { rowVersions } from '../support/row-versions.ts'
import { createWholeService, type WholeService } from '../support/whole-service.ts'

async function startProjector(service: WholeService): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-projector-'))
  const child = startChild('project', ['project'], service.settings, join(folder, 'project.log'))
  cleanUp(async () => {
    child.kill('SIGKILL')
    await child.ended
    await rm(folder, { recursive: true, force: true })
  })
  return child
}

async function note(service: WholeService, sample: EditedSample, text: string): Promise<void> {
  await addNotes(sample, text)
  await service.ingest('openstates-scraper', sample.folder)
}

/** Which processes have moved positions. */
async function owners(service: WholeService): Promise<Set<string | null>> {
  const { rows } = await service.database.query<{ owner: string | null }>(
    'SELECT DISTINCT owner FROM control.position WHERE next > 0',
  )
  return new Set(rows.map(({ owner }) => owner))
}

it('a projector stopped in the middle of its work, replaced, and woken up again changes nothing', async () => {
  const service = await createWholeService({ projector_batch_events: 5 })
  service.startRelay()
  const sleeper = await startProjector(service)
  await service.ingestSample()
  await eventually(async () => (await owners(service)).size > 0, { timeout_ms: 20_000 })
  sleeper.kill('SIGSTOP')
  const sample = await editSample()
  await note(service, sample, '1')

  // The broker gives the partitions of a silent member to the others; Postgres ends the transaction it left open.
  await service.startProjections()
  await eventually(() => service.caughtUp().then(() => true), { timeout_ms: 60_000 })
  const [before, held_by] = [await rowVersions(service.database), await owners(service)]
  sleeper.kill('SIGCONT')
  await note(service, sample, '2')
  await service.caughtUp()

  expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  const after = await rowVersions(service.database)
  const votes = [...before].filter(([row]) => row.startsWith('votes:'))
  expect(votes.length).toBeGreaterThan(0)
  expect(votes.filter(([row, version]) => after.get(row) !== version)).toEqual([])
  expect(held_by.size).toBeGreaterThan(0)
}, 120_000)
