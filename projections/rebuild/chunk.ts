import type { MessagePlace, Parked } from '../fold.ts'
import type { FoldedKey } from './fold-key.ts'
import { mayExceedIndex } from './index-limits.ts'
import { RowMessages } from './row-messages.ts'
import { countsOf, nothing, plus, type ShareCounts } from './share-counts.ts'

/** Keys whose rows go into the tables together. */
export class Chunk {
  readonly messages: RowMessages = new RowMessages()
  keys: number[] = []
  parked: Parked[] = []
  skipped: MessagePlace[] = []
  counts: ShareCounts = nothing

  clear(): void {
    this.messages.clear()
    this.keys = []
    this.parked = []
    this.skipped = []
    this.counts = nothing
  }

  add(key: number, folded: FoldedKey): void {
    this.messages.add(folded.rows)
    this.keys.push(key)
    for (const parked of folded.parked) this.parked.push(parked)
    for (const place of folded.skipped) this.skipped.push(place)
    this.counts = plus(this.counts, countsOf(folded))
  }

  /** false where the database might not take the rows: they are to be tried alone. */
  tryAdd(key: number, folded: FoldedKey): boolean {
    if (mayExceedIndex(folded.rows)) return false
    try {
      this.add(key, folded)
      return true
    } catch {
      return false
    }
  }
}

/** Two chunks take turns: one is folded while the other is on its way. */
export class Chunks {
  readonly #chunks = [new Chunk(), new Chunk()] as const
  /** For what has to be tried again. */
  readonly spare: Chunk = new Chunk()

  begin(turn: number): Chunk {
    const chunk = this.#chunks[turn % 2]!
    chunk.clear()
    return chunk
  }
}
