import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { Latencies } from '../measure/latencies.ts'
import { type Answer, faultOf, type Question } from './questions.ts'

export type Readers = {
  /** Later answers count for this phase. */
  enter(phase: string): void
  readonly phases: ReadonlyMap<string, PhaseOfReading>
  readonly faults: readonly string[]
  stop(): Promise<void>
}

export type PhaseOfReading = { readonly latencies: Latencies; faults: number; late: number }

const TICK_MS = 20
const CONNECTIONS = 64
/** The most faults that are described; all of them are counted. */
const NAMED_FAULTS = 20
/** At this number of open requests the rate is not reached: further ones are counted as late. */
const MAX_UNDER_WAY = 2_000

/** Sends requests at a rate, even if answers are late, and checks each answer. */
export function startReaders(options: {
  readonly origin: string
  readonly token: string
  readonly reads_per_s: number
  readonly questions: readonly Question[]
}): Readers {
  const { origin, token, reads_per_s, questions } = options
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const phases = new Map<string, PhaseOfReading>()
  const faults: string[] = []
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let now: PhaseOfReading = { latencies: new Latencies(), faults: 0, late: 0 }
  let asked = 0

  async function ask(question: Question): Promise<void> {
    const phase = now
    const start = performance.now()
    const fault = await askOnce(question).catch((error) => String(error))
    if (fault === undefined) {
      phase.latencies.add(performance.now() - start)
      return
    }
    phase.faults += 1
    if (faults.length < NAMED_FAULTS) faults.push(`${question.path}: ${fault}`)
  }

  async function askOnce(question: Question): Promise<string | undefined> {
    const {
      statusCode,
      body,
      headers: answered,
    } = await pool.request({
      method: 'GET',
      path: question.path,
      headers,
    })
    const answer: Answer = {
      status: statusCode,
      sync_through: String(answered['x-sync-through'] ?? ''),
      text: await body.text(),
    }
    return faultOf(question, answer)
  }

  async function run(): Promise<void> {
    const began = performance.now()
    while (!stopping.signal.aborted) {
      const due = Math.floor(((performance.now() - began) / 1000) * reads_per_s)
      for (; asked < due; asked++) {
        if (underWay.size >= MAX_UNDER_WAY) {
          now.late += 1
          continue
        }
        const asking = ask(questions[asked % questions.length]!).finally(() => underWay.delete(asking))
        underWay.add(asking)
      }
      await delay(TICK_MS)
    }
    await Promise.all(underWay)
  }

  const running = run()
  return {
    phases,
    faults,
    enter(phase) {
      now = phases.get(phase) ?? { latencies: new Latencies(), faults: 0, late: 0 }
      phases.set(phase, now)
    },
    async stop() {
      stopping.abort()
      await running
      await pool.close()
    },
  }
}
