import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import { toLocal } from '../../dates/local-time.ts'
import { classifyAction } from '../../legislature/action-classes/classify-action.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import { congressActor } from '../congress/actors.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { type Fields, invalid, listOf, looseText, textOf, textsOf } from '../records/fields.ts'

type Action = BillParts['actions'][number]

/**
 * Keeps the order, oldest first. The scraper has already combined the reports of several systems about one
 * event.
 */
export function mapActions(bill: Fields, leftOut: LeftOut): Action[] {
  const names = new Map(
    listOf(bill, 'committees').map((item) => [looseText(item, 'committee_id'), looseText(item, 'committee')]),
  )
  const items = listOf(bill, 'actions').filter((item) => looseText(item, 'text') !== '')
  return leftOut.items('actions', items, (item) => actionOf(item, names))
}

function actionOf(item: Fields, names: ReadonlyMap<string, string>): Action {
  const description = looseText(item, 'text')
  const code = looseText(item, 'action_code')
  const committees = textsOf(item, 'committees')
  const actor = congressActor('', code, description)
  const chamber = actor.organization === null ? chamberOf(item, committees, actor.chamber) : null
  return {
    date: dateOf(item),
    chamber,
    organization: actor.organization,
    description,
    classification: classifyAction({ division_id: CONGRESS.division_id, chamber, description, code }),
    related_entities: [
      ...committees.map((id) => ({ name: names.get(id) ?? id, entity_type: 'organization' })),
      ...textsOf(item, 'bill_ids').map((name) => ({ name, entity_type: 'bill' })),
    ],
  }
}

function dateOf(item: Fields): string {
  const printed = textOf(item, 'acted_at')
  const date = toLocal(printed, CONGRESS.time_zone)
  if (date === undefined) throw invalid('acted_at', printed, 'a date')
  return date
}

/**
 * The files do not name the reporting system. A vote names its chamber, and a committee's id begins with it.
 */
function chamberOf(item: Fields, committees: readonly string[], reported: Chamber | null): Chamber | null {
  const where = looseText(item, 'where')
  if (where === 'h') return 'lower'
  if (where === 's') return 'upper'
  const letters = new Set(committees.map((id) => id.slice(0, 1)))
  if (letters.size !== 1 || reported !== null) return reported
  return letters.has('H') ? 'lower' : letters.has('S') ? 'upper' : null
}
