import { describe, expect, it } from 'vitest'
import { delayClasses, delayClassOf } from '../../../runtime/delays/delay-classes.ts'
import { addDelays, createDelayCounter, type DelayTarget } from '../../../runtime/delays/delay-counter.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDatabase, type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const test = await createTestDatabase()
const { database } = test
const log = createLog('test', 'silent')
const at = (time: string) => Date.parse(time)

function counterOn(to: Database, target: DelayTarget = 'api') {
  const counter = createDelayCounter({ database: to, log, target })
  cleanUp(() => counter.close())
  return counter
}

async function rowsOf(jurisdiction: string) {
  const { rows } = await database.query<{ target: string; day: string; counts: number[] }>(
    'SELECT target, day, counts FROM control.delay_count WHERE jurisdiction = $1 ORDER BY target, day',
    [jurisdiction],
  )
  return rows
}

function countsOf(...delays: readonly (readonly [delay_ms: number, events: number])[]): number[] {
  const counts = new Array<number>(delayClasses).fill(0)
  for (const [delay_ms, events] of delays) counts[delayClassOf(delay_ms)]! += events
  return counts
}

describe('the counts of delays', () => {
  it('are summed by place, UTC day and class, separately for readers and receivers', async () => {
    const seen = counterOn(database)
    const received = counterOn(database, 'webhook')
    const place = { jurisdiction: 'a', at_ms: at('2026-06-01T23:59:59Z') }
    seen.count({ ...place, delay_ms: 90, events: 3 })
    seen.count({ ...place, delay_ms: 4_000, events: 1 })
    seen.count({ ...place, at_ms: at('2026-06-02T00:00:00Z'), delay_ms: 90, events: 1 })
    received.count({ ...place, delay_ms: 200, events: 1 })
    await Promise.all([seen.flush(), received.flush()])
    seen.count({ ...place, delay_ms: 90, events: 2 })
    await seen.flush()
    await seen.flush()
    expect(await rowsOf('a')).toEqual([
      { target: 'api', day: '2026-06-01', counts: countsOf([90, 5], [4_000, 1]) },
      { target: 'api', day: '2026-06-02', counts: countsOf([90, 1]) },
      { target: 'webhook', day: '2026-06-01', counts: countsOf([200, 1]) },
    ])
  })

  it('of several processes are added into one sum, and none is lost', async () => {
    const counters = Array.from({ length: 4 }, () => counterOn(database))
    const at_ms = at('2026-06-03T12:00:00Z')
    await Promise.all(
      counters.map(async (counter, process) => {
        for (let round = 0; round < 10; round += 1) {
          for (let place = 0; place < 20; place += 1) {
            const jurisdiction = `shared ${(place * 7 + process) % 20}`
            counter.count({ jurisdiction, at_ms, delay_ms: 50, events: 1 })
          }
          await counter.flush()
        }
      }),
    )
    const { rows } = await database.query(
      `SELECT count(*) AS places, sum(counts[${delayClassOf(50) + 1}])::bigint AS events FROM control.delay_count
       WHERE jurisdiction LIKE 'shared %'`,
    )
    expect(rows).toEqual([{ places: 20, events: 800 }])
  })

  it('are stored while Postgres is away, and written once', async () => {
    const away = createDatabase(test.settings, { url: 'postgres://nobody@127.0.0.1:1/nothing' })
    let reached: Database = away
    const changing = { query: (...statement: unknown[]) => Reflect.apply(reached.query, reached, statement) }
    const counter = counterOn(changing as unknown as Database)
    const one = { jurisdiction: 'away', at_ms: at('2026-06-04T12:00:00Z'), delay_ms: 50, events: 1 }
    counter.count(one)
    await expect(counter.flush()).rejects.toThrow()
    counter.count(one)
    reached = database
    await counter.flush()
    await counter.flush()
    await away.end()
    expect(await rowsOf('away')).toMatchObject([{ counts: countsOf([50, 2]) }])
  })

  it('are kept for thirty days', async () => {
    const counter = counterOn(database)
    for (const day of ['2027-01-01', '2027-01-02', '2027-02-01']) {
      counter.count({ jurisdiction: 'kept', at_ms: at(`${day}T12:00:00Z`), delay_ms: 50, events: 1 })
      await counter.flush()
    }
    expect((await rowsOf('kept')).map(({ day }) => day)).toEqual(['2027-01-02', '2027-02-01'])
    expect((await rowsOf('a')).map(({ target }) => target)).toEqual(['webhook'])
  })

  it('can be written in a transaction, and are rolled back with it', async () => {
    const one = { jurisdiction: 'within', at_ms: at('2027-02-01T12:00:00Z'), delay_ms: 50, events: 1 }
    const failing = inTransaction(database, async (client) => {
      await addDelays(client, 'api', [one])
      throw new Error('not this time')
    })
    await expect(failing).rejects.toThrow('not this time')
    await inTransaction(database, (client) => addDelays(client, 'api', [one, one]))
    expect(await rowsOf('within')).toMatchObject([{ counts: countsOf([50, 2]) }])
  })
})
