import { connect as openSocket, type Socket } from 'node:net'
import { Kafka, logLevel } from 'kafkajs'
import { kafkaAccess } from '../../../runtime/kafka/client/kafka-access.ts'
import { guardKafkajs } from '../../../runtime/kafka/client/kafkajs-guards.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createTcpProxy, endTogether } from './tcp-proxy.ts'

/** Request types of Kafka's protocol. */
export const api = {
  produce: 0,
  fetch: 1,
  list_offsets: 2,
  metadata: 3,
  find_coordinator: 10,
  join_group: 11,
  heartbeat: 12,
  leave_group: 13,
  init_producer_id: 22,
} as const

/** The change of a response: other bytes, or a cut instead of it or in the middle of it. */
export type Change = (answer: Buffer) => Buffer | 'cut' | 'torn'

export type KafkaProxy = {
  /** A client that reaches the broker only through the proxy. */
  readonly kafka: Kafka
  /** Changes the next responses to such a request. */
  readonly change: (apiKey: number, change: Change, times?: number) => void
  /** Holds back all responses to such a request until the returned function is called. */
  readonly silence: (apiKey: number) => () => void
  /** Connections to the broker so far. */
  readonly lines: () => number
  /** The number of connections that kafkajs has ended. */
  readonly ended: () => number
  /** Responses to such requests so far. */
  readonly count: (apiKey: number) => number
}

/**
 * A proxy between kafkajs and the broker that sees each whole response and may change it. Closed when the test file
 * has ended.
 */
export async function createKafkaProxy(settings: Settings): Promise<KafkaProxy> {
  const broker = new URL(`tcp://${settings.kafka_brokers[0]!}`)
  const changes: { api_key: number; change: Change }[] = []
  const counts = new Map<number, number>()
  const held = new Map<number, (() => void)[]>()
  let ended = 0

  const passFrames = (client: Socket, upstream: Socket) => {
    const asked = new Map<number, number>()
    client.once('end', () => ended++)
    endTogether(client, upstream)
    eachFrame(client, (frame) => {
      asked.set(frame.readInt32BE(8), frame.readInt16BE(4))
      upstream.write(frame)
    })
    eachFrame(upstream, (frame) => {
      const apiKey = asked.get(frame.readInt32BE(4)) ?? -1
      counts.set(apiKey, (counts.get(apiKey) ?? 0) + 1)
      const met = changes.findIndex((one) => one.api_key === apiKey)
      const answer = met < 0 ? frame : changes.splice(met, 1)[0]!.change(frame)
      const silent = held.get(apiKey)
      if (silent !== undefined) silent.push(() => client.write(frame))
      else if (answer === 'cut') client.destroy()
      else if (answer === 'torn') client.write(frame.subarray(0, frame.length / 2), () => client.destroy())
      else client.write(answer)
    })
  }
  const proxy = await createTcpProxy({ target: () => broker, onConnection: passFrames })

  guardKafkajs()
  return {
    kafka: new Kafka({
      clientId: 'legislog-test',
      brokers: [`127.0.0.1:${proxy.port}`],
      ...kafkaAccess(settings),
      retry: { initialRetryTime: 50, retries: 8 },
      logLevel: logLevel.NOTHING,
      socketFactory: ({ onConnect }) => openSocket(proxy.port, '127.0.0.1', onConnect),
    }),
    change(apiKey, change, times = 1) {
      for (let time = 0; time < times; time++) changes.push({ api_key: apiKey, change })
    },
    silence(apiKey) {
      const answers: (() => void)[] = []
      held.set(apiKey, answers)
      return () => {
        held.delete(apiKey)
        for (const answer of answers) answer()
      }
    },
    lines: proxy.connections,
    ended: () => ended,
    count: (apiKey) => counts.get(apiKey) ?? 0,
  }
}

/** Splits a stream into frames, each with its length first. */
function eachFrame(socket: Socket, take: (frame: Buffer) => void): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 4 && held.length >= 4 + held.readInt32BE(0)) {
      const frame = held.subarray(0, 4 + held.readInt32BE(0))
      held = held.subarray(frame.length)
      take(frame)
    }
  })
}

/** Position of the error code of the only partition in a Fetch response, version 11. */
export function fetchErrorAt(answer: Buffer): number {
  const topicAt = 4 + 4 + 4 + 2 + 4 + 4
  return topicAt + 2 + answer.readInt16BE(topicAt) + 4 + 4
}

/** Position of its records, after their length. */
export function fetchRecordsAt(answer: Buffer): number {
  const abortedAt = fetchErrorAt(answer) + 2 + 8 + 8 + 8
  return abortedAt + 4 + 16 * Math.max(answer.readInt32BE(abortedAt), 0) + 4 + 4
}

export function withFetchError(errorCode: number): Change {
  return (answer) => {
    answer.writeInt16BE(errorCode, fetchErrorAt(answer))
    return answer
  }
}

/** Sets the error code of a Heartbeat response, version 3, after the throttle time. */
export function withHeartbeatError(errorCode: number): Change {
  return (answer) => {
    answer.writeInt16BE(errorCode, 4 + 4 + 4)
    return answer
  }
}

/** Sets the error code of the first partition in a Produce response, version 7. */
export function withProduceError(errorCode: number): Change {
  return (answer) => {
    const topicAt = 4 + 4 + 4
    answer.writeInt16BE(errorCode, topicAt + 2 + answer.readInt16BE(topicAt) + 4 + 4)
    return answer
  }
}
