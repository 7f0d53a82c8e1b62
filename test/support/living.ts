import { createRequire } from 'node:module'
import { queryObjects } from 'node:v8'

const require = createRequire(import.meta.url)

/** How many instances of a class live, after a collection of garbage. */
export function countLiving(of: new (...args: never[]) => unknown): number {
  return queryObjects(of, { format: 'count' })
}

type Class = new (...args: never[]) => unknown

/** What kafkajs makes for each consumer and each line to a broker. */
export const kafkajsClasses = {
  connection: require('kafkajs/src/network/connection') as Class,
  queue: require('kafkajs/src/network/requestQueue') as Class,
  group: require('kafkajs/src/consumer/consumerGroup') as Class,
  offsets: require('kafkajs/src/consumer/offsetManager') as Class,
}

export function countKafkajs(): Record<string, number> {
  return Object.fromEntries(Object.entries(kafkajsClasses).map(([name, one]) => [name, countLiving(one)]))
}
