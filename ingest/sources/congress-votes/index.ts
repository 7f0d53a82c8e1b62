import { LegislogError } from '../../../schemas/errors.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { createCongressSessions } from '../congress/sessions.ts'
import { folderOf } from '../mapping/folders.ts'
import { asFields } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'
import { xmlReader } from '../records/xml.ts'
import { congressVotesFeed } from './feed.ts'
import { mapRollCall } from './map-roll-call.ts'
import { readClerk } from './read-clerk.ts'
import { readGovtrackXml } from './read-govtrack-xml.ts'
import { readJson } from './read-json.ts'
import { readLis } from './read-lis.ts'
import type { RollCallRecord } from './roll-call.ts'

/** Roll calls of Congress from unitedstates/congress (JSON and XML), the House Clerk, and the Senate. */
export const congressVotes: Source = {
  name: 'congress-votes',
  mapper_version: 2,
  read,
  feed: congressVotesFeed,
}

const parse = xmlReader({
  lists: new Set(['option', 'voter', 'recorded-vote', 'totals-by-candidate', 'member']),
  attributes: true,
})

function read(input: FileInput): AsyncIterable<SourceItem> {
  const framesOf = createCongressSessions()
  /** The folder of the last `data.json`. The XML beside it describes the same roll call. */
  let folderInJson = ''
  return readRecords(input, {
    jurisdictionOf: () => CONGRESS.division_id,
    whyPassedOver,
    *map(record) {
      const { name, fetched_at } = record
      if (/\/data\.xml$/u.test(name) && folderOf(name) === folderInJson) {
        yield { kind: 'copies', jurisdiction: CONGRESS.division_id, entity: 'vote', count: 1 }
        return
      }
      const vote = mapRollCall(readRollCall(record), {
        record: name,
        fetched_at,
        started_at: input.started_at,
      })
      yield* framesOf(vote, vote.parts.vote!.session)
      yield { kind: 'observed', group: [vote] }
      if (name.endsWith('/data.json')) folderInJson = folderOf(name)
    },
  })
}

/** Trees of unitedstates/congress contain bills and amendments beside the votes. */
function whyPassedOver(name: string): string | null {
  if (!/\.(?:json|xml)$/iu.test(name)) return 'no roll call'
  return /\/(?:bills|amendments|nominations)\//u.test(name) ? 'of another source' : null
}

function readRollCall(record: ReadRecord): RollCallRecord {
  const text = textOfRecord(record.bytes)
  if (/\.json$/iu.test(record.name)) return readJson(asFields(parseJson(text), 'the roll call'))
  const document = parse(text)
  const isVacated = /this vote was vacated/iu.test(text)
  if (document['rollcall-vote'] !== undefined) return readClerk(document, isVacated)
  if (document.roll_call_vote !== undefined) return readLis(document, isVacated)
  if (document.roll !== undefined) return readGovtrackXml(document, record.name)
  throw new LegislogError(
    'record_invalid',
    `the root element is ${Object.keys(document).at(-1)}, not a roll call`,
  )
}
