import { type Projector, write } from '../projector.ts'
import { regulationDetail } from '../regulation-content.ts'
import { regulationDetailsTable } from '../tables/regulation-tables.ts'

/** What only the detail of a regulation shows. */
export const regulationDetails: Projector<
  'regulation.published' | 'regulation.updated' | 'regulation.removed'
> = {
  name: 'regulation-details',
  events: ['regulation.published', 'regulation.updated', 'regulation.removed'],
  tables: [regulationDetailsTable],
  touches: () => [],
  evolve(_rows, event) {
    const regulation_id = event.body.id
    const detail = event.type === 'regulation.removed' ? null : regulationDetail(event.body.regulation)
    return [write(regulationDetailsTable, { regulation_id, detail })]
  },
}
