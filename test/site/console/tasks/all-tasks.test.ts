import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { reconcileGeo } from '../../../../locate/load/reconcile.ts'
import { createLog } from '../../../../runtime/log.ts'
import { createObjectStore } from '../../../../runtime/object-store/create-object-store.ts'
import { projectFolder } from '../../../../runtime/settings/settings.ts'
import { freePort } from '../../../../stack/processes/port.ts'
import type { TestApi } from '../../../support/api/test-api.ts'
import { chromiumProgram, openChromium } from '../../../support/browser/chromium.ts'
import { type Hand, keyboard, mouse } from '../../../support/console/hands.ts'
import { createReceiver } from '../../../support/fakes/receiver.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { createServiceWithSample } from '../../../support/service/whole-service.ts'
import { tasks } from './all-tasks.ts'
import { pathsOfPages } from './paths.ts'
import type { Task } from './task.ts'

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Every fifth task, by keyboard; all of them with both hands in the nightly run. */
const hands: readonly Hand[] = NIGHTLY ? [mouse, keyboard] : [keyboard]
const chosen: readonly Task[] = NIGHTLY ? tasks : tasks.filter((_, index) => index % 5 === 0)
const rounds = hands.flatMap((hand) => chosen.map((task) => [hand.name, task.does, hand, task] as const))
const VIEWS = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

let browser: Browser
let api: TestApi
let base: string
let token: string
let receiver: string
let endpoint: string

beforeAll(async () => {
  if (chromiumProgram === undefined) return
  const port = await freePort()
  const service = await createServiceWithSample({ public_origin: `http://127.0.0.1:${port}`, port })
  const { settings, database } = service
  const { signal } = new AbortController()
  await reconcileGeo({
    database,
    objects: createObjectStore(settings),
    signal,
    log: createLog('test', 'silent'),
  })
  await service.startDispatcher()
  api = await service.openApi()
  await api.app.listen({ host: 'localhost', port })
  base = `http://localhost:${port}`
  token = await api.issue({ account: 'people', tier: 'enterprise', scopes: ['admin'] })
  const taker = await createReceiver()
  receiver = taker.url
  endpoint = `${taker.url}/kept`
  const made = await api.get('/v1/webhook_endpoints', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    payload: { url: endpoint, events: ['bill.action', 'bill.introduced'] },
  })
  if (made.statusCode !== 201) throw new Error(made.body)
  await service.ingest('openstates-scraper', join(projectFolder, 'sample', 'revision'))
  await service.caughtUp()
  await service.delivered()
  browser = await openChromium()
})

async function signedIn(hand: Hand) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: base })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const faults: string[] = []
  page.on('console', (message) => {
    // Browsers ask every host for an icon.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      faults.push(message.text())
  })
  await page.goto('/console')
  await hand.write(page, 'API token', token)
  // The other button of the page asks for a mail.
  await hand.press(page, 'Sign in')
  await page.waitForURL('**/console')
  return { context, page, faults }
}

describe.skipIf(chromiumProgram === undefined)('a person at the console', () => {
  it.each(rounds)('can by %s %s', async (name, _does, hand, task) => {
    const { context, page, faults } = await signedIn(hand)
    const nick = `${name}-${tasks.indexOf(task)}`
    await task.run({ hand, page, nick, receiver: `${receiver}/${nick}`, endpoint })
    expect(faults).toEqual([])
    await context.close()
  })

  it('has pages that are accessible and fit, in every width and color', { timeout: 300_000 }, async () => {
    const { context, page, faults } = await signedIn(mouse)
    const all = [...(await pathsOfPages(api, token)), '/sign-in']
    const paths = all.filter((_, index) => NIGHTLY || index % 6 === 0)
    for (const [index, path] of paths.entries()) {
      // Wide and light, or narrow and dark; all views in the nightly run.
      const views = NIGHTLY ? VIEWS : [index % 2 === 0 ? VIEWS[0]! : VIEWS[3]!]
      for (const { width, colorScheme } of views) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const answer = await page.goto(`/console${path}`, { waitUntil: 'domcontentloaded' })
        expect(answer?.status(), path).toBe(200)
        const across = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect.soft(across, `${path} ${width}`).toBeLessThanOrEqual(width)
        await page.evaluate(axe.source)
        // A frame has another origin, and a test of its own.
        const found = await page.evaluate<string[]>(
          `axe.run(document, ${JSON.stringify({ ...RULES, iframes: false })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        expect.soft(found, `${path} ${width} ${colorScheme}`).toEqual([])
        const folder = process.env.CONSOLE_PICTURES
        if (folder === undefined) continue
        const name = path.replaceAll(/\W+/g, '-').slice(0, 60)
        await page.screenshot({
          path: `${folder}/console${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
