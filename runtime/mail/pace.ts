import { MINUTE_MS } from '../durations.ts'

/** Limits how many mails go to one provider, which is the domain of an address, in a minute. */
export type Pace = {
  /** Takes a turn. Returns the time of the next one instead if all of this minute are taken. */
  turnOf(recipient: string, now: Date): Date | undefined
}

export function createPace(mailsAMinute: number): Pace {
  const windows = new Map<string, { readonly ends: number; sent: number }>()
  return {
    turnOf(recipient, now) {
      const domain = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
      const at = now.getTime()
      const known = windows.get(domain)
      const isOver = known === undefined || at >= known.ends || known.ends - at > MINUTE_MS
      const window = isOver ? { ends: at + MINUTE_MS, sent: 0 } : known
      windows.set(domain, window)
      if (windows.size > 10_000) for (const [name, { ends }] of windows) if (ends <= at) windows.delete(name)
      if (window.sent >= mailsAMinute) return new Date(window.ends)
      window.sent += 1
      return undefined
    },
  }
}
