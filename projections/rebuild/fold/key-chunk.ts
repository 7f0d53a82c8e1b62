import type { MessagePlace, ParkedDecoded } from '../../fold/fold-events.ts'
import type { FoldedKey } from './fold-key.ts'
import { mayExceedIndex } from './index-limits.ts'
import { RowMessages } from './row-messages.ts'
import { addCounts, countsOf, noCounts, type ShareCounts } from './share-counts.ts'

/** Keys with rows that are written together. */
export class KeyChunk {
  readonly messages: RowMessages = new RowMessages()
  keys: number[] = []
  parked: ParkedDecoded[] = []
  skipped: MessagePlace[] = []
  counts: ShareCounts = noCounts

  clear(): void {
    this.messages.clear()
    this.keys = []
    this.parked = []
    this.skipped = []
    this.counts = noCounts
  }

  add(key: number, folded: FoldedKey): void {
    this.messages.add(folded.rows)
    this.keys.push(key)
    for (const parked of folded.parked) this.parked.push(parked)
    for (const place of folded.skipped) this.skipped.push(place)
    this.counts = addCounts(this.counts, countsOf(folded))
  }

  /** false if the database might refuse the rows: try them alone. */
  tryAdd(key: number, folded: FoldedKey): boolean {
    if (mayExceedIndex(folded.rows)) return false
    try {
      this.add(key, folded)
      return true
    } catch {
      // The key is loaded alone, which names the fault.
      return false
    }
  }
}

/** Two chunks alternate: one is folded while the other is sent. */
export class KeyChunks {
  readonly #chunks = [new KeyChunk(), new KeyChunk()] as const
  /** For retries. */
  readonly spare: KeyChunk = new KeyChunk()

  begin(turn: number): KeyChunk {
    const chunk = this.#chunks[turn % 2]!
    chunk.clear()
    return chunk
  }
}
