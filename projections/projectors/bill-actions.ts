import type { Action } from '../../schemas/event-bodies/bill.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, ownRows, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { billActionsTable } from '../tables/bill-tables.ts'
import { referralWords } from './content/referral-words.ts'

/** One row per action. A corrected action keeps its id and position; a removed one leaves a tombstone. */
export const billActions: Projector<
  | 'bill.action'
  | 'bill.action_corrected'
  | 'bill.action_removed'
  | 'bill.merged'
  | 'bill.removed'
  | 'bill.released'
> = {
  name: 'bill-actions',
  events: [
    'bill.action',
    'bill.action_corrected',
    'bill.action_removed',
    'bill.merged',
    'bill.removed',
    'bill.released',
  ],
  tables: [billActionsTable],

  touches(event) {
    switch (event.type) {
      case 'bill.action':
      case 'bill.action_corrected':
        return [ownRow(billActionsTable, event.body.action.id)]
      case 'bill.action_removed':
        return [ownRow(billActionsTable, event.body.action_id)]
      case 'bill.merged':
      case 'bill.removed':
        return [ownRows(billActionsTable, event.body.id)]
      case 'bill.released':
        return releaseTouches(event, billActionsTable)
    }
  },

  evolve(rows, event) {
    switch (event.type) {
      case 'bill.action':
      case 'bill.action_corrected': {
        const { id: billId, action } = event.body
        const existing = rows.get(billActionsTable, action.id)
        const reasons =
          event.type === 'bill.action' ? (['action'] as const) : (['action', 'correction'] as const)
        return [
          write(billActionsTable, {
            id: action.id,
            bill_id: billId,
            day: action.placed_on === undefined ? dayOf(action.date) : action.placed_on,
            date: action.date,
            is_dated: action.placed_on === undefined,
            is_passage: passesBill(action),
            first_sequence:
              existing === undefined || existing.deleted ? event.meta.sequence : existing.first_sequence,
            referral_words: referralWords(action, event.body.bill.jurisdiction),
            item: actionContent(action),
            deleted: false,
            ...movedTo(existing, event, ...reasons),
          }),
        ]
      }
      case 'bill.action_removed': {
        const existing = rows.get(billActionsTable, event.body.action_id)
        return existing === undefined
          ? []
          : [write(billActionsTable, tombstone(existing, event, 'action', 'removed'))]
      }
      case 'bill.merged':
      case 'bill.removed':
        return rows
          .group(billActionsTable, event.body.id)
          .filter((row) => !row.deleted)
          .map((row) => write(billActionsTable, tombstone(row, event, 'removed')))
      case 'bill.released':
        return releaseWrites(rows, event, billActionsTable)
    }
  },
}

const passesBill = ({ is_passage, classification }: Action): boolean =>
  is_passage ?? classification.includes('passage')

function actionContent(action: Action): string {
  return JSON.stringify({
    id: action.id,
    date: action.date,
    chamber: action.chamber,
    organization: action.organization,
    description: action.description,
    classification: action.classification,
    is_passage: passesBill(action),
    date_is_impossible: action.placed_on !== undefined,
    related_entities: action.related_entities.map(({ name, entity_type }) => ({ name, entity_type })),
  })
}
