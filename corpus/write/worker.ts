import { parentPort, workerData } from 'node:worker_threads'
import { Partitioners } from 'kafkajs'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createJobs, type Job, type JobOptions } from './job.ts'

/** Runs jobs one after another. */
const options = workerData as Omit<JobOptions, 'producer' | 'database'>
const producer = createKafka(options.settings, 'generate').producer({
  idempotent: false,
  allowAutoTopicCreation: false,
  createPartitioner: Partitioners.DefaultPartitioner,
})
await producer.connect()
const database = createDatabase(options.settings, { application_name: 'legislog bench generate' })
const jobs = createJobs({ ...options, producer, database })
parentPort!.on('message', async (job: Job | null) => {
  if (job === null) {
    await producer.disconnect()
    await database.end()
    parentPort!.close()
    return
  }
  parentPort!.postMessage(await jobs.run(job))
})
parentPort!.postMessage(null)
