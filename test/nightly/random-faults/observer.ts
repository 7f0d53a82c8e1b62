import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, FalseAnswers } from './false-answers.ts'
import type { Markers } from './freshness-markers.ts'
import { type Home, type ServiceName, services } from './home.ts'
import { judgeLateNews } from './late-news.ts'
import { probedStores, type StoreProbes } from './store-probes.ts'

export type Observer = { stop(): Promise<void>; unanswered(): readonly string[] }

const PERIOD_MS = 1_000
/** `status` is a process each time: as often as the others, it would be most of the load. */
const STATUS_PERIOD_MS = 3_000
const ANSWER_MS = 5_000
const STATUS_MS = 45_000
/** From the end of a run of ingest until its last commit is visible to all. */
const COMMITTED_MS = 2_000
/** Asks every answer about health each second, and keeps those that say that all is well while it is not. */
export function startObserver(
  home: Home,
  probes: StoreProbes,
  lies: FalseAnswers,
  markers: Markers,
): Observer {
  let goesOn = true
  const unanswered: string[] = []

  async function askHttp(service: ServiceName): Promise<void> {
    const url = home.urls[service]
    await lies.judge(`${service} /healthz`, () => ask(`${url}/healthz`))
    const answer = await lies.judge(`${service} /readyz`, () => ask(`${url}/readyz`))
    if (service === 'api') await judgeLateNews(answer, markers, lies)
  }

  async function askStatus(): Promise<void> {
    const committed = markers.committed(COMMITTED_MS)
    const answer = await lies.judge('status', async () => {
      const { code, json, seconds, error } = await home.run(['status'], STATUS_MS)
      if (code === null)
        unanswered.push(`${new Date().toISOString()} status: ${seconds.toFixed(0)} s ${error}`)
      return { says_well: code === 0 && json?.caught_up === true, text: JSON.stringify(json ?? error) }
    })
    if (!answer.says_well || committed === undefined) return
    // An API that is away shows nothing, and so claims nothing.
    const shown = await markers.shown().catch(() => undefined)
    if (shown !== undefined && shown < committed)
      lies.add(
        {
          answer: 'status',
          what: `shows ${shown}, and ${committed} is committed`,
          lasted_s: 0,
          text: answer.text,
        },
        shown,
      )
  }

  async function every(period_ms: number, work: () => Promise<unknown>): Promise<void> {
    while (goesOn) {
      const nextAt = performance.now() + period_ms
      await work()
      await delay(Math.max(0, nextAt - performance.now()))
    }
  }

  const running = Promise.all([
    ...probedStores.map((store) => every(PERIOD_MS, () => probes.probe(store))),
    every(PERIOD_MS, markers.look),
    every(STATUS_PERIOD_MS, askStatus),
    ...services.map((service) => every(PERIOD_MS, () => askHttp(service))),
  ])
  // `stop` throws it.
  running.catch(() => {})
  return {
    async stop() {
      goesOn = false
      await running
    },
    unanswered: () => unanswered,
  }
}

/** All is well for load balancers and people if the status is 200 and the body does not say `degraded`. */
async function ask(url: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await answer.text()
    return { says_well: answer.ok && !text.includes('"degraded"'), text: `${answer.status} ${text}` }
  } catch (error) {
    return { says_well: false, text: String(error) }
  }
}
