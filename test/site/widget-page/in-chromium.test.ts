import { createServer } from 'node:http'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumProgram, openChromium } from '../../support/browser/chromium.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createWidgetWorld, LEADS, MATCHING, type WidgetWorld } from '../../support/widgets/widget-world.ts'

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)">`

let world: WidgetWorld
let browser: Browser
let base: string

/** A site of its own origin with this content. */
async function openSite(content: () => string): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Site</title>${content()}`),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  )
  return `http://localhost:${(server.address() as { port: number }).port}`
}

/** A page that remembers what must never happen. */
async function openPage(): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  const faults: string[] = []
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.exposeFunction('policyRefused', (what: string) => void faults.push(`policy ${what}`))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => policyRefused(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return { page, faults }
}

describe.skipIf(chromiumProgram === undefined)('a site in Chromium', () => {
  beforeAll(async () => {
    world = await createWidgetWorld({ settings: { visitor_forms_a_minute: 0, visitor_requests_a_minute: 0 } })
    for (let count = 0; count < 20; count += 1) {
      const bill = world.story.bill({ title: `${count} ${HOSTILE}` })
      world.story.action(bill, { date: '2026-02-01', description: HOSTILE })
    }
    await world.projected.apply(world.story.take())
    base = await world.api.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await openChromium()
  })

  it('shows a widget at its full height, without a fault, and runs nothing that it contains', async () => {
    let content = ''
    const site = await openSite(() => content)
    const made = await world.make({ name: HOSTILE, origins: [site], leads: { ...LEADS, heading: HOSTILE } })
    const { url } = made
    content = `<div data-legislog-widget="${url.replace('/v1/widgets/', '')}" data-source="flyer"></div><script src="${base}/widget.js" async></script>`
    const { page, faults } = await openPage()
    await page.goto(site)
    const frame = page.frameLocator('iframe')
    await frame.locator('tbody tr').nth(19).waitFor()
    await page.waitForFunction("Number.parseInt(document.querySelector('iframe').style.height, 10) > 320")
    const inside = await frame.locator('html').evaluate((root) => root.getBoundingClientRect().height)
    const outside = await page.locator('iframe').evaluate((each) => each.getBoundingClientRect().height)
    expect(Math.abs(outside - inside)).toBeLessThan(2)
    expect(await frame.locator('html').evaluate((root) => root.scrollWidth <= root.clientWidth)).toBe(true)

    const inner = page.frames()[1]!
    await inner.evaluate(axe.source)
    const { violations } = await inner.evaluate<axe.AxeResults>('axe.run()')
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

    world.clock.advance(3_000)
    await frame.getByLabel('E-mail').fill('visitor@example.org')
    await frame.getByLabel(LEADS.consent_text).check()
    await frame.getByRole('button', { name: 'Sign up' }).click()
    await frame.getByText('a mail with a link is on its way').waitFor()
    const counts = (await world.call('GET', '/v1/analytics/leads')).json().data
    expect(counts).toMatchObject([{ page: `${site}/`, source: 'flyer', signed_up: 1 }])
    expect(faults).toEqual([])
  })

  it('finds legislators in a frame, without JavaScript too', async () => {
    let content = ''
    const site = await openSite(() => content)
    const { embed } = await world.make({ type: 'find-your-rep', origins: [site] })
    content = `<iframe src="${base}${embed}" width="380" height="700"></iframe>`
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(site)
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Street address, city and state').fill(MATCHING)
    await frame.getByRole('button', { name: 'Find my legislators' }).click()
    await frame.getByText('Ada Senator').waitFor()
    await context.close()
  })

  it('that is foreign gets no frame and no data', async () => {
    let content = ''
    const allowed = await openSite(() => '')
    const foreign = await openSite(() => content)
    const { embed, url } = await world.make({ origins: [allowed] })
    content = `<iframe src="${base}${embed}"></iframe>`
    const { page, faults } = await openPage()
    await page.goto(foreign)
    const read = await page.evaluate(
      (address) =>
        fetch(address).then(
          (answer) => answer.text(),
          (error: Error) => `no answer: ${error.message}`,
        ),
      `${base}${url}`,
    )
    expect(read).toMatch(/^no answer/)
    await expect.poll(() => faults.join(' ')).toContain('frame-ancestors')
    expect(await page.frameLocator('iframe').locator('tbody').count()).toBe(0)
    await page.goto(allowed)
    const own = await page.evaluate(
      (address) => fetch(address).then((answer) => answer.json() as Promise<{ name: string }>),
      `${base}${url}`,
    )
    expect(own.name).toBe('Our bills')
  })
})
