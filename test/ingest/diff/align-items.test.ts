import { expect, it } from 'vitest'
import { diffBill, removeBill } from '../../../ingest/diff/diff-bill.ts'
import type { BillParts } from '../../../ingest/source-interface/observation.ts'
import type { Stored } from '../../../ingest/state/stored-entities.ts'
import { bill, sponsor } from '../../support/builders/observations.ts'

const OCD_ID = 'ocd-bill/00000000-0000-5000-8000-000000000000'

/** The sponsors that are stored after each list of a source; null: the bill is removed. */
function held(...lists: (BillParts['sponsors'] | null)[]) {
  const steps: { id: string; name: string }[][] = []
  let before: Stored<'bill'> | null = null
  for (const sponsors of lists) {
    before =
      sponsors === null
        ? removeBill(OCD_ID, before, 'gone').stored
        : diffBill({
            ocd_id: OCD_ID,
            stored: before,
            parts: bill('HB 1', { sponsors }).parts,
            session: { closed_on: null },
          }).stored
    steps.push(before !== null && 'sponsors' in before ? [...before.sponsors] : [])
  }
  return steps
}

const chase = { ...sponsor('Chase'), source_id: 'member/1' }
const chaseCorrected = { ...chase, name: 'Chace' }

it('a removed sponsor that comes back gets its old id again', () => {
  const [first, , again] = held([chase, sponsor('Thai')], [sponsor('Thai')], [sponsor('Thai'), chase])
  expect(again![1]!.id).toBe(first![0]!.id)
})

it('the id of a corrected sponsor is never given to another sponsor', () => {
  const other = { ...chase, source_id: 'member/2' }
  const [first, corrected, , last] = held([chase], [chaseCorrected], [], [other])
  expect(corrected![0]!.id).toBe(first![0]!.id)
  expect(last![0]).toMatchObject({ name: 'Chase' })
  expect(last![0]!.id).not.toBe(first![0]!.id)
})

it('the id of a corrected sponsor is never given to another sponsor, even after the bill was removed', () => {
  const other = { ...chase, source_id: 'member/2' }
  const [first, , , last] = held([chase], [chaseCorrected], null, [other])
  expect(last![0]!.id).not.toBe(first![0]!.id)
})
