import { parentPort } from 'node:worker_threads'
import { createBillComparer } from '../../../../derive/copycats/comparing/bill-comparer.ts'
import { serveComparer } from '../../../../derive/copycats/comparing/serve-comparer.ts'
import { HANGS, hang } from '../method-modules.ts'

/** Compares as the service does, but a bill whose text says so makes it hang. */
serveComparer(parentPort!, (readStored) => {
  const comparer = createBillComparer(readStored)
  return {
    async run(work, input) {
      if (work === 'compare' && 'bill' in input) {
        const { text } = await readStored(input.bill.text)
        if (Buffer.from(text).includes(HANGS)) hang()
      }
      return comparer.run(work, input)
    },
  }
})
