import { describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import type { ObservationOf } from '../../../../ingest/source-interface/observation.ts'
import { unitedstatesCongress } from '../../../../ingest/sources/unitedstates-congress/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'
import { govtrackStatus } from '../../legislature/status/govtrack-status.ts'
import { fromGovtrack } from '../../legislature/status/status-words.ts'

const folder = realData('unitedstates-congress')

describe.skipIf(folder === undefined)('the published bills of unitedstates/congress', () => {
  it('are all read and end in the status that GovTrack gives', async () => {
    const run = await readSourceText(unitedstatesCongress, folder!)
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
    expect(run.of('bill').map(({ parts }) => parts.core!.identifier)).toEqual([
      'HR 1500',
      'HR 100',
      'HR 200',
      'S 100',
    ])
    // data.xml, texts, stamps and the BILLSTATUS documents, which belong to another source.
    expect(run.passed_over).toHaveLength(21)
    for (const one of run.of('bill')) {
      const { status } = one.parts.core!.extras.govtrack_status as { status: string }
      const { actions, context } = foldedFrom(one)
      expect([one.key, govtrackStatus(actions, context)]).toEqual([one.key, status])
      const last = foldStatus(actions, context).at(-1)!
      expect([one.key, { status: last.status, detail: last.detail }]).toEqual([one.key, fromGovtrack(status)])
    }
  })
})

function foldedFrom({ parts: { core, actions } }: ObservationOf<'bill'>) {
  return {
    actions: actions!.map((one, index) => ({ ...one, id: String(index) })),
    context: {
      jurisdiction: core!.jurisdiction,
      chamber_of_origin: core!.chamber,
      classification: core!.classification,
      title: core!.title,
    },
  }
}
