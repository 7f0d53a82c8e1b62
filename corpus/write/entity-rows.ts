import { copyIn } from '../../projections/rows/copy-in.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'

type Entity = {
  readonly id: number
  readonly ocd_id: string
  readonly type: EntityType
  readonly key: string
  sequence: number
}

/**
 * The entities of a job as ingest stores them: ids, keys, and event counts. Without them the relay would refuse a log
 * that is ahead of ingest. The events of an entity come one after another.
 */
export class EntityRows {
  readonly #rows: Buffer[] = []
  #text = ''
  #current: Entity | undefined

  see(entity: Entity): void {
    if (this.#current?.ocd_id === entity.ocd_id) {
      this.#current.sequence = entity.sequence
      return
    }
    this.#cut()
    this.#current = entity
  }

  async write(database: Database): Promise<void> {
    this.#cut()
    this.#rows.push(Buffer.from(this.#text))
    await inTransaction(database, (client) =>
      copyIn(
        client,
        'COPY ingest.entity (id, ocd_id, entity_type, kafka_key, sequence) FROM STDIN',
        Buffer.concat(this.#rows),
      ),
    )
  }

  #cut(): void {
    const finished = this.#current
    if (finished === undefined) return
    this.#text += `${finished.id}\t${finished.ocd_id}\t${finished.type}\t${finished.key}\t${finished.sequence}\n`
    if (this.#text.length < TEXT_BYTES) return
    this.#rows.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

const TEXT_BYTES = 64 * 1024
