import type { Table } from '../read-model/table.ts'
import { CopyMessage } from './copy-message.ts'

/**
 * Encodes rows of a table as one binary COPY message. The buffers are reused: send a message before the next call.
 */
export class CopyEncoder {
  readonly #messages = new Map<Table, CopyMessage>()

  encode(table: Table, rows: readonly object[]): Buffer {
    let message = this.#messages.get(table)
    if (message === undefined) {
      message = new CopyMessage(table)
      this.#messages.set(table, message)
    }
    message.clear()
    for (const row of rows) message.add(row)
    return message.finish()
  }
}
