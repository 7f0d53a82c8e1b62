import type { LogEvent } from '../../../schemas/log/event.ts'

type Watcher = { readonly recipient: string; readonly bills: readonly number[] }

/** The oracle: `recipient ce_id` of all that must be reported, by the log alone, sorted. */
export function expectedReports(events: readonly LogEvent[], watchers: readonly Watcher[]): string[] {
  const recipients = new Map<string, Set<number>>()
  for (const { recipient, bills } of watchers) {
    const own = recipients.get(recipient) ?? new Set()
    for (const bill of bills) own.add(bill)
    recipients.set(recipient, own)
  }
  const found: string[] = []
  for (const [recipient, bills] of recipients) {
    /** What the recipient knows of each action. */
    const told = new Map<string, string>()
    for (const event of events) {
      const { body, type, meta } = event
      if (!('bill' in body) || !bills.has(body.bill.id ?? 0)) continue
      if (type === 'bill.action_removed') told.delete((body as { action_id: string }).action_id)
      if (type === 'bill.action' || type === 'bill.action_corrected') {
        const { id, description } = (body as { action: { id: string; description: string } }).action
        const isKnown = type === 'bill.action_corrected' && told.get(id) === description
        told.set(id, description)
        if (isKnown) continue
      }
      found.push(`${recipient} ${meta.id}`)
    }
  }
  return found.sort()
}
