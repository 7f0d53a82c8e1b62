import { describe, expect, it } from 'vitest'
import { journalFrom, journalRecords } from '../../../ingest/journal/journal.ts'
import { pruneJournal } from '../../../ingest/journal/prune-journal.ts'
import { encodeBatch } from '../../../runtime/kafka/records/record-batch.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const bills = 'legislog.bills.v1'
const { database } = await createTestDatabase()

/** Writes this number of batches with one event each, an hour apart, the last one now. */
async function keep(count: number): Promise<void> {
  await database.query('TRUNCATE ingest.journal')
  for (let offset = 0; offset < count; offset++) {
    const headers = [{ ce_subject: 'ocd-bill/1', ce_sequence: String(offset + 1) }]
    await database.query(
      `INSERT INTO ingest.journal (topic, partition, first_offset, end_offset, last_id, batch, relayed_at)
       VALUES ($1, 2, $2::bigint, $2::bigint + 1, $3, $4, now() - make_interval(hours => $5))`,
      [
        bills,
        offset,
        `id-${offset}`,
        await encodeBatch([{ key: 'k', value: Buffer.from('{}'), headers }]),
        count - 1 - offset,
      ],
    )
  }
}

const keptOffsets = async () =>
  (await journalFrom(database, { topic: bills, partition: 2 }, 0n)).map(({ first_offset }) =>
    Number(first_offset),
  )

describe('the journal of relayed batches', () => {
  it('is read in the order of offsets, however many digits they have', async () => {
    await keep(12)
    expect(await keptOffsets()).toEqual(Array.from({ length: 12 }, (_, offset) => offset))
    const sequences: number[] = []
    for await (const records of journalRecords(database))
      sequences.push(...records.map(({ headers }) => Number(headers.ce_sequence)))
    expect(sequences).toEqual(Array.from({ length: 12 }, (_, offset) => offset + 1))
  })

  it('deletes batches by age', async () => {
    await keep(12)
    await pruneJournal(database, { relay_journal_hours: 4, relay_journal_bytes: 1_000_000 })
    expect(await keptOffsets()).toEqual([8, 9, 10, 11])
  })

  it('deletes the oldest batches if all together exceed the size limit', async () => {
    await keep(12)
    const { rows } = await database.query<{ bytes: number }>(
      'SELECT sum(octet_length(batch))::int AS bytes FROM ingest.journal WHERE first_offset >= 9',
    )
    await pruneJournal(database, { relay_journal_hours: 1_000, relay_journal_bytes: rows[0]!.bytes })
    expect(await keptOffsets()).toEqual([9, 10, 11])
    await pruneJournal(database, { relay_journal_hours: 1_000, relay_journal_bytes: 0 })
    expect(await keptOffsets()).toEqual([])
  })
})
