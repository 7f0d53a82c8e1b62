import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Observation } from '../../ingest/source-interface/observation.ts'
import type { Source } from '../../ingest/source-interface/source.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { type CorpusProfile, type PlaceNumbers, profileFile } from '../profile/profile.ts'
import { BillMeasure } from './measure-bills.ts'
import { OtherMeasure, RevisionMeasure } from './measure-others.ts'

const MAX_BYTES = 200 * 1024

/**
 * Folds a folder of real data into corpus/profile/profile.json: counts, lengths and frequencies. It has only numbers
 * and words of closed lists, so that the generator makes a corpus like the real one without any of its texts.
 */
export async function measureProfile(data: string): Promise<string> {
  const bills = new BillMeasure()
  const others = new OtherMeasure()
  const revisions = new RevisionMeasure()
  await readAll('openstates-scraper', join(data, 'openstates-scraper'), (seen) => {
    if (seen.entity === 'bill') bills.seeBill(seen)
    else if (seen.entity === 'vote') bills.seeVote(seen)
  })
  await readAll('openstates-scraper', join(data, 'openstates-history'), (seen) => {
    if (seen.entity === 'bill') revisions.see(seen)
  })
  await readAll('openstates-people', join(data, 'openstates-people'), (seen) => {
    if (seen.entity === 'person') others.seePerson(seen)
    else if (seen.entity === 'committee') others.seeCommittee(seen)
  })
  await readAll('federal-register', join(data, 'federal-register'), (seen) => {
    if (seen.entity === 'regulation') others.seeRegulation(seen)
  })
  for (const folder of ['bill-texts', 'govinfo-bill-text']) {
    await readAll('bill-text', join(data, folder), (seen) => {
      if (seen.entity === 'bill') others.seeTexts(seen.parts.texts ?? [])
    })
  }
  const corpus: CorpusProfile = {
    places: placesOf(bills, others),
    ...bills.result(),
    ...others.result(),
    revisions: revisions.result(),
  }
  const text = `${JSON.stringify(corpus, null, 1).replaceAll(/\n\s+(?=[\d\]])/gu, '')}\n`
  if (text.length > MAX_BYTES) throw new RangeError(`${profileFile} would have ${text.length} bytes`)
  await writeFile(profileFile, text)
  const of = Object.values(corpus.places).reduce((sum, place) => sum + place.bills, 0)
  return `${of} bills of ${Object.keys(corpus.places).length} places measured into ${profileFile}: ${text.length} bytes`
}

async function readAll(source: string, path: string, see: (seen: Observation) => void): Promise<void> {
  const { read }: Source = await loadSource(source)
  for await (const item of read({ paths: [path], started_at: new Date().toISOString() })) {
    if (item.kind === 'observed') for (const observation of item.group) see(observation)
  }
}

function placesOf(bills: BillMeasure, others: OtherMeasure): Record<string, PlaceNumbers> {
  const people = new Map(others.people.sorted())
  const committees = new Map(others.committees.sorted())
  return Object.fromEntries(
    [...bills.places.result()].map(([name, numbers]) => [
      name,
      { ...numbers, people: people.get(name) ?? 0, committees: committees.get(name) ?? 0 },
    ]),
  )
}
