import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLogReader } from '../../../runtime/kafka/log-reader/log-reader.ts'
import { createLog } from '../../../runtime/log.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

/** A member of the group `reader` in a separate process, to be killed. It prints a line when it has partitions. */
const settings = readSettings(process.env)
const reader = createLogReader({
  settings,
  kafka: createKafka(settings, 'legislog-test'),
  group: 'reader',
  topics: ['legislog.bills.v1', 'legislog.votes.v1'],
  positions: async () => new Map(),
  log: createLog('reader', 'silent'),
})
await reader.start()
const report = setInterval(() => {
  if (reader.assigned().length === 0) return
  process.stdout.write('reading\n')
  clearInterval(report)
}, 20)
for (;;) await reader.next({ max_events: 100, flush_ms: 10 })
