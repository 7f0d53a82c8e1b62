import { LegislogError } from '../../schemas/errors.ts'
import { Latencies } from '../measure/latencies.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { withBrowser } from './browser.ts'
import { DRAWN, type Kind, kindsOf, readSchemaOf } from './console-kinds.ts'
import { cookieFor, signIn } from './console-session.ts'
import { type Load, loadOnce, median, SLOWER } from './load-once.ts'
import { type StoryService, withStoryService } from './story-service.ts'

const LOADS = 3
const MOST_BYTES = 150_000
const MOST_MS = 1_000
const BAR_MS = 100
const WIDTHS = [1280, 390]
const REQUESTS = 100
const WARM_UP = 5

type Console = { readonly service: StoryService; readonly cookie: string; readonly kinds: readonly Kind[] }

/** First visits of console pages with a slow processor, and the time that the server takes for them. */
export async function benchConsole(): Promise<string> {
  return withStoryService(async (service) => {
    const cookie = await signIn(service)
    const opened = { service, cookie, kinds: await kindsOf(service) }
    const server = await measureServer(opened)
    const views = await withBrowser(service.settings, (browser) =>
      measureViews(opened, (width, address) =>
        loadOnce(browser, width, address, (context) => context.addCookies([cookieFor(service, cookie)])),
      ),
    )
    const { rows } = await service.database.query<{ bills: number }>(
      `SELECT count(*) AS bills FROM ${await readSchemaOf(service)}.bills WHERE present AND NOT deleted`,
    )
    return keepResult(
      'legislog bench console',
      [
        `${rows[0]!.bills} bills. Server: ${REQUESTS} requests of each kind one after another, over up to ${DRAWN} different bills and people, from the request until the whole page came, with the client on the same cores. Bar: p95 of ${BAR_MS} ms. Over it: ${server.over.join(', ') || 'none'}.`,
        markdown(['', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest ms'], server.rows, 1),
        `First visit: Chromium with its processor ${SLOWER} times slower, ${LOADS} visits each without a cache, until everything was loaded and painted and no task of over 50 ms ran. Bar: ${MOST_BYTES / 1_000} kB and ${MOST_MS} ms (median). Over it: ${views.over.join(', ') || 'none'}.`,
        markdown(['', 'width', 'kB', 'painted ms', 'interactive ms', 'thread ms'], views.rows, 1),
      ].join('\n\n'),
    )
  })
}

async function measureServer({ service, cookie, kinds }: Console) {
  const rows: string[][] = []
  const over: string[] = []
  for (const { name, paths } of kinds) {
    const taken = new Latencies()
    for (let count = -WARM_UP; count < REQUESTS; count += 1) {
      const path = paths[(count + WARM_UP) % paths.length]!
      const began = performance.now()
      const answer = await fetch(`${service.origin}/console${path}`, {
        headers: { cookie },
        redirect: 'manual',
      })
      await answer.text()
      if (answer.status !== 200)
        throw new LegislogError('service_failed', `/console${path}: ${answer.status}`)
      if (count >= 0) taken.add(performance.now() - began)
    }
    if (taken.at(0.95) > BAR_MS) over.push(name)
    rows.push([name, ...taken.cells()])
  }
  return { rows, over }
}

async function measureViews(
  { service, kinds }: Console,
  load: (width: number, address: string) => Promise<Load>,
) {
  const rows: string[][] = []
  const over: string[] = []
  for (const { name, paths } of kinds.filter(({ is_variant }) => is_variant !== true)) {
    for (const width of WIDTHS) {
      const loads: Load[] = []
      for (let count = 0; count < LOADS; count += 1)
        loads.push(await load(width, `${service.origin}/console${paths[count % paths.length]}`))
      const bytes = Math.max(...loads.map((one) => one.bytes))
      const interactive_ms = median(loads.map((one) => one.interactive_ms))
      if (bytes > MOST_BYTES || interactive_ms > MOST_MS) over.push(`${name} at ${width}`)
      rows.push([
        name,
        String(width),
        (bytes / 1_000).toFixed(1),
        median(loads.map((one) => one.painted_ms)).toFixed(0),
        interactive_ms.toFixed(0),
        median(loads.map((one) => one.cpu_ms)).toFixed(0),
      ])
    }
  }
  return { rows, over }
}
