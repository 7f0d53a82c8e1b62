import { dayOf } from '../../schemas/values/calendar-day.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { regulationDetailsTable } from '../tables/regulation-tables.ts'
import { withClose, withDays } from './content/comment-history.ts'
import { commentPeriodContent, regulationDetail } from './content/regulation-content.ts'

type DetailEvent =
  | 'regulation.published'
  | 'regulation.updated'
  | 'regulation.comment_period_changed'
  | 'regulation.comment_period_closed'
  | 'regulation.removed'

/**
 * The facts that only the detail of a regulation shows. A removed regulation starts from nothing if it is published
 * again.
 */
export const regulationDetails: Projector<DetailEvent> = {
  name: 'regulation-details',
  events: [
    'regulation.published',
    'regulation.updated',
    'regulation.comment_period_changed',
    'regulation.comment_period_closed',
    'regulation.removed',
  ],
  tables: [regulationDetailsTable],
  touches: (event) => [ownRow(regulationDetailsTable, event.body.id)],
  evolve(rows, event) {
    const regulationId = event.body.id
    const existing = rows.get(regulationDetailsTable, regulationId)
    const history = existing?.comment_history ?? null
    switch (event.type) {
      case 'regulation.published':
      case 'regulation.updated': {
        const detail = regulationDetail(event.body.regulation)
        return [
          write(regulationDetailsTable, { regulation_id: regulationId, detail, comment_history: history }),
        ]
      }
      case 'regulation.removed':
        return [
          write(regulationDetailsTable, { regulation_id: regulationId, detail: null, comment_history: null }),
        ]
      default: {
        if (existing === undefined || existing.detail === null) return []
        const commentHistory =
          event.type === 'regulation.comment_period_changed'
            ? withDays(history, commentPeriodContent(event.body.comment_period), event)
            : withClose(history, dayOf(event.body.closed_on), event)
        return commentHistory === history
          ? []
          : [write(regulationDetailsTable, { ...existing, comment_history: commentHistory })]
      }
    }
  },
}
