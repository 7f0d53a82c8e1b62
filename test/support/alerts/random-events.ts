import type { BuiltBill, EventBuilder } from '../builders/event-builder.ts'
import type { Random } from '../builders/seeded-random.ts'

/** The actions of each builder, so that they can be corrected and removed. */
const actions = new WeakMap<EventBuilder, { id: string; bill: BuiltBill; words: string }[]>()

const facts = (bill: BuiltBill) => ({ id: bill.id, ocd_id: bill.ocd_id, bill: { ...bill, subjects: [] } })

/** Adds a few events of a day: actions, moved days, corrections, removals, statuses. */
export function addRandomEvents(story: EventBuilder, bills: readonly BuiltBill[], random: Random): void {
  const known = actions.get(story) ?? []
  actions.set(story, known)
  for (let count = random.between(0, 4); count > 0; count -= 1) {
    const bill = bills[random.between(0, bills.length)]!
    const kind = random.next()
    const old = known[random.between(0, Math.max(1, known.length))]
    if (kind < 0.45 || old === undefined) {
      const words = `Step ${known.length}`
      const id = story.action(bill, { date: '2026-01-01', description: words })
      known.push({ id, bill, words })
    } else if (kind < 0.85) {
      if (kind > 0.65) old.words = `${old.words} again`
      story.emit('bill.action_corrected', {
        ...facts(old.bill),
        action: {
          id: old.id,
          date: `2026-0${random.between(1, 9)}-01`,
          chamber: 'lower',
          organization: null,
          description: old.words,
          classification: [],
          related_entities: [],
        },
      })
    } else if (kind < 0.95) story.status(bill, 'introduced', '2026-01-01')
    else story.emit('bill.action_removed', { ...facts(old.bill), action_id: old.id })
  }
}
