import { type Parties, readProcessorTime, since } from '../../measure/processor-time.ts'
import { atRate, type Driven, saturate } from './arrivals.ts'
import type { Asker, Tally } from './tally.ts'

/** The connections of the benchmark. */
export const CONNECTIONS = 32
/** As many times more are open at a fixed rate. Requests that arrive at a fixed rate seldom wait for a connection of the client. */
const OPEN_CONNECTIONS = 4

/** A service or library that finds the districts of addresses. */
export type Subject = {
  readonly name: string
  connect(connections: number): Asker
  /** CPU time of this process alone. Postgres is measured separately. */
  readonly spent_s: () => number
}

/** `saturated`: questions as fast as the answers come. `fixed`: half of that rate. */
export type MeasuredLookups = {
  readonly name: string
  readonly saturated: Driven
  readonly own_ms_each: number
  readonly postgres_ms_each: number
  readonly fixed: Driven
  readonly tally: Tally
}

/** The size of each measurement. */
export type Extent = {
  readonly connections: number
  readonly warm_up_s: number
  readonly seconds: number
}

export async function measureLookups(
  subject: Subject,
  parties: Parties,
  { connections, warm_up_s, seconds }: Extent,
): Promise<MeasuredLookups> {
  const asker = subject.connect(connections)
  await saturate(asker.ask, connections, warm_up_s)
  const before = { own_s: subject.spent_s(), servers: readProcessorTime(parties) }
  const saturated = await saturate(asker.ask, connections, seconds)
  const own_s = subject.spent_s() - before.own_s
  const { postgres_ms } = since(before.servers, readProcessorTime(parties))
  await asker.close()
  const open = subject.connect(OPEN_CONNECTIONS * connections)
  await saturate(open.ask, connections, warm_up_s / 2)
  const fixed = await atRate(open.ask, saturated.per_s / 2, seconds)
  await open.close()
  return {
    name: subject.name,
    saturated,
    own_ms_each: (own_s * 1000) / saturated.count,
    postgres_ms_each: postgres_ms / saturated.count,
    fixed,
    tally: {
      asked: asker.tally.asked + open.tally.asked,
      matched: asker.tally.matched + open.tally.matched,
      wrong: asker.tally.wrong + open.tally.wrong,
    },
  }
}
