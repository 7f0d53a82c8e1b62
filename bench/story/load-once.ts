import type { Browser, BrowserContext, Page } from 'playwright-core'

/** How many times slower the processor of the browser is. */
export const SLOWER = 4
const IDLE_MS = 300

export type Load = {
  readonly bytes: number
  readonly interactive_ms: number
  readonly painted_ms: number
  /** Processor time of the page's thread, at the full speed of the machine. */
  readonly cpu_ms: number
}

/** The time at which a frame was painted and loaded, and no task of over 50 ms ran any more. */
const WATCH = `window.lastLongTask=0;new PerformanceObserver((list)=>{for(const one of list.getEntries())window.lastLongTask=Math.max(window.lastLongTask,one.startTime+one.duration)}).observe({type:'longtask',buffered:true})`
const READ = `(()=>{const [page]=performance.getEntriesByType('navigation');const paint=performance.getEntriesByName('first-contentful-paint')[0];return {origin:performance.timeOrigin,loaded:page.loadEventEnd,painted:paint?paint.startTime:0,task:window.lastLongTask}})()`

/** A first visit. `prepare` may give the browser a cookie. */
export async function loadOnce(
  browser: Browser,
  width: number,
  address: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  try {
    await prepare(context)
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (!request.url().endsWith('/favicon.ico'))
        sizes.push(
          request
            .sizes()
            .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
        )
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(IDLE_MS)
    const { interactive_ms, painted_ms } = await timesOf(page)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    const { metrics } = await session.send('Performance.getMetrics')
    const cpu_s = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
    return { bytes, interactive_ms, painted_ms, cpu_ms: cpu_s * 1_000 }
  } finally {
    await context.close()
  }
}

async function timesOf(page: Page): Promise<Pick<Load, 'interactive_ms' | 'painted_ms'>> {
  type Times = { origin: number; loaded: number; painted: number; task: number }
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate<Times>(READ)))
  const start = frames[0]!.origin
  const last = (pick: (times: Times) => number) =>
    Math.max(...frames.map((times) => times.origin - start + pick(times)))
  return {
    painted_ms: last(({ painted }) => painted),
    interactive_ms: last(({ loaded, painted, task }) => Math.max(loaded, painted, task)),
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
