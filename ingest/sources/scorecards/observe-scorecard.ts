import type { Scorecard } from '../../../schemas/event-bodies/scorecard.ts'
import { scorecardKey } from '../../identity/identity-keys.ts'
import type { SourceItem } from '../../source-interface/source.ts'

/** A scorecard, or the news that its organization took it back. */
export type ReadScorecard =
  | { readonly scorecard: Scorecard }
  | {
      readonly removed: string
      readonly organization: string
      readonly title: string
      readonly jurisdiction: string
    }

/** `record` is its location in the files. */
export function observeScorecard(
  read: ReadScorecard,
  { record, observed_at }: { readonly record: string; readonly observed_at: string },
): SourceItem {
  const { organization, title, jurisdiction } =
    'scorecard' in read ? { ...read.scorecard, organization: read.scorecard.organization.name } : read
  return {
    kind: 'observed',
    group: [
      {
        entity: 'scorecard',
        key: scorecardKey(organization, title),
        discriminator: null,
        ocd_id: null,
        jurisdiction,
        observed_at,
        schema_rank: 1,
        parts: 'scorecard' in read ? { scorecard: read.scorecard } : {},
        bill: null,
        aliases: [],
        removed: 'scorecard' in read ? null : read.removed,
        record,
      },
    ],
  }
}

/** What no layout but our own says. */
export const NO_ITEM_REFERENCE = {
  vote_ocd_id: null,
  bill_ocd_id: null,
  session: null,
  bill_identifier: null,
  roll_call: null,
  chamber: null,
  date: null,
} as const
