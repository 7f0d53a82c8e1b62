import { parentPort, workerData } from 'node:worker_threads'
import { Partitioners } from 'kafkajs'
import { createKafka } from '../../runtime/kafka.ts'
import { createJobs, type Job, type JobOptions } from './job.ts'

/** One job after another, as they are given. */
const options = workerData as Omit<JobOptions, 'producer'>
const producer = createKafka(options.settings, 'generate').producer({
  idempotent: false,
  allowAutoTopicCreation: false,
  createPartitioner: Partitioners.DefaultPartitioner,
})
await producer.connect()
const jobs = createJobs({ ...options, producer })
parentPort!.on('message', async (job: Job | null) => {
  if (job === null) {
    await producer.disconnect()
    parentPort!.close()
    return
  }
  parentPort!.postMessage(await jobs.run(job))
})
parentPort!.postMessage(null)
