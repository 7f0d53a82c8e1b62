import { expect, it } from 'vitest'
import { recordLogEnds, rewindLostEnds } from '../../../projections/watermark/log-ends.ts'
import { advanceWatermark } from '../../../projections/watermark/watermark.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { createSetting } from '../support/projecting.ts'

it('a log that the clocks do not know, as after a restore, counts as not yet projected', async () => {
  const setting = await createSetting()
  const settings = await createTestTopics(setting.settings)
  const records = await encodeLog(goldenLog(), setting.codec)
  await produce(settings, setting.database, records)
  const { database, read_schema } = setting
  const { rows: known } = await database.query(
    'SELECT * FROM control.partition_clock ORDER BY topic, partition',
  )
  await database.query('DELETE FROM control.partition_clock')

  await recordLogEnds(createKafka(settings, 'legislog-test'), settings, database)
  const { watermark, behind } = await advanceWatermark(database, read_schema)
  expect(watermark).toBe('-infinity')
  expect(behind.reduce((sum, { lag }) => sum + lag, 0)).toBe(records.length)

  await database.query('UPDATE control.partition_clock SET end_offset = end_offset + 7')
  await recordLogEnds(createKafka(settings, 'legislog-test'), settings, database)
  const { rows } = await database.query<{ end_offset: number }>(
    'SELECT end_offset FROM control.partition_clock WHERE end_offset > 7',
  )
  expect(rows).toHaveLength(known.length)
})

it('ends of partition clocks beyond the log are lowered on request, and all else stays unchanged', async () => {
  const setting = await createSetting()
  const settings = await createTestTopics(setting.settings)
  const { database } = setting
  await produce(settings, database, await encodeLog(goldenLog(), setting.codec))
  const clocks = async () => {
    const { rows } = await database.query<{ topic: string; partition: number; end_offset: number }>(
      'SELECT * FROM control.partition_clock ORDER BY topic, partition',
    )
    return rows
  }
  const options = { kafka: createKafka(settings, 'legislog-test'), settings, database }
  const known = await clocks()
  await rewindLostEnds(options)
  expect(await clocks()).toEqual(known)

  const short = known.find(({ end_offset }) => end_offset > 0)!
  await database.query(
    `UPDATE control.partition_clock SET claimed = 2,
       end_offset = end_offset + CASE WHEN topic = $1 AND partition = $2 THEN -1 ELSE 7 END`,
    [short.topic, short.partition],
  )
  await rewindLostEnds(options)
  expect(await clocks()).toEqual(
    known.map((clock) => ({
      ...clock,
      claimed: 2,
      // The relay has not acknowledged it yet, so `noteLogEnds` raises this end later.
      end_offset: clock.end_offset - (clock === short ? 1 : 0),
    })),
  )
})
