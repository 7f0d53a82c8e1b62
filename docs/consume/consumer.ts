// Keeps every event of the log once, in a SQLite file: node consumer.ts events.db
import { DatabaseSync } from 'node:sqlite'
import { Kafka, logLevel } from 'kafkajs'

const { KAFKA_BROKERS = '', KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = process.env
const { GROUP = 'my-copy', TOPIC_PREFIX = '' } = process.env
const store = new DatabaseSync(process.argv[2] ?? 'events.db', { timeout: 10_000 })
store.exec(
  'CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, place TEXT, type TEXT, subject TEXT, sequence INTEGER, backfill INTEGER, body TEXT)',
)
const keep = store.prepare('INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)')
const sasl = { mechanism: 'scram-sha-512' as const, username, password }
const brokers = KAFKA_BROKERS.split(',')
const kafka = new Kafka({ clientId: GROUP, brokers, logLevel: logLevel.ERROR, sasl })
const consumer = kafka.consumer({ groupId: GROUP })
const names = ['bills', 'votes', 'regulations', 'reference', 'derived', 'advocacy']
await consumer.connect()
await consumer.subscribe({
  topics: names.map((name) => `${TOPIC_PREFIX}legislog.${name}.v1`),
  fromBeginning: true,
})
await consumer.run({
  // kafkajs commits the offsets of a batch after this function returns, when the whole batch is stored.
  eachBatch: async ({ batch: { topic, partition, messages } }) => {
    const news: string[] = []
    store.exec('BEGIN')
    for (const { offset, headers, value } of messages) {
      const ce = (name: string) => String(headers?.[`ce_${name}`] ?? '')
      if (value === null || value[0] !== 0) throw new Error(`no event at ${topic}:${partition}@${offset}`)
      const body = JSON.parse(value.subarray(5).toString('utf8'))
      const is_backfill = ce('backfill') === 'true' ? 1 : 0
      const { changes } = keep.run(
        ...[ce('id'), `${topic}:${partition}@${offset}`, ce('type'), ce('subject')],
        ...[Number(ce('sequence')), is_backfill, JSON.stringify(body)],
      )
      if (changes === 1 && is_backfill === 0) news.push(`${ce('type')} ${body.id}`)
    }
    store.exec('COMMIT')
    for (const line of news) console.log(line)
  },
})
// A message that is not an event ends the process, so that nothing after it is stored.
consumer.on(consumer.events.CRASH, () => process.exit(1))
