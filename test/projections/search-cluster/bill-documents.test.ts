import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { documentChange } from '../../../projections/search-cluster/bill-documents.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { DOCUMENT_RULES, mapping } from '../../../runtime/search-cluster/bill-index.ts'
import type { Version } from '../../../schemas/event-bodies/bill.ts'
import { contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'

const TEXT = `An act relating to the non-compete agreements of the heron; amending section 12-34(b).
  Waters, watersheds and children's schools of the 1st district shall be taxed, and no taxes are levied on farms.`
const sha256 = 'a'.repeat(64)
const version: Version = {
  ...{ id: 'version-1', note: 'Introduced', date: null, classification: '', links: [] },
  text: {
    ...{ sha256, bytes: TEXT.length, media_type: 'text/plain', url: 'https://leg.example/text.txt' },
    extracted: { sha256, bytes: TEXT.length, characters: TEXT.length },
  },
}
const objects = { get: async () => Buffer.from(TEXT) } as Partial<ObjectStore> as ObjectStore

// If this fails because the documents shall be others, raise DOCUMENT_RULES, so that no unfinished index is continued.
it('gives the same documents as long as the number of their rules is the same', async () => {
  const story = new EventBuilder()
  const bill = story.bill({
    title: TEXT,
    subjects: ['Taxation', 'Water rights'],
    abstracts: [{ abstract: 'Makes technical corrections to the laws of roads.', note: '' }],
    jurisdiction: 'ocd-division/country:us/state:wa',
    introduced_on: '2025-01-20',
  })
  story.status(bill, 'enacted', '2025-02-01')
  story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions: [version] })
  const changes = await Promise.all(story.take().map((event) => documentChange(event, objects)))
  const digest = createHash('sha256')
    .update(JSON.stringify([changes, mapping]))
    .digest('hex')
  expect({ rules: DOCUMENT_RULES, digest: digest.slice(0, 16) }).toEqual({
    rules: 1,
    digest: '6797e10eb24194f5',
  })
})
