import axe from 'axe-core'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createSheetWorld } from '../../support/api/sheet-world.ts'
import { chromiumProgram, openChromium } from '../../support/browser/chromium.ts'

const HOSTILE = `<script>ran('script')</script><img src=x onerror="ran('image')"><svg onload=ran('svg')> " onfocus=ran('attribute') autofocus '`

/** A published page with hostile texts everywhere, and its address. */
async function publishHostilePage(): Promise<string> {
  const world = await createSheetWorld()
  const bills = Array.from({ length: 12 }, (_, index) =>
    world.story.bill({ title: `${HOSTILE} ${index}`, subjects: [HOSTILE] }),
  )
  await world.project()
  const sheet = await world.post('/bill_sheets', { name: HOSTILE })
  await world.post(`/bill_sheets/${sheet.id}/items`, {
    items: bills.map(({ id }, index) => ({
      bill_id: id,
      note: HOSTILE,
      position: index % 2 === 0 ? 'support' : 'oppose',
      tags: [HOSTILE.slice(0, 50)],
    })),
  })
  const page = await world.post('/stakeholder-pages', {
    sheet_id: sheet.id,
    slug: 'hostile-page',
    title: HOSTILE,
    introduction: `${HOSTILE}\n\nhttps://example.org/?a=${HOSTILE}`,
    columns: [
      'identifier',
      'jurisdiction',
      'title',
      'status',
      'latest_action',
      'position',
      'note',
      'tags',
      'subjects',
      'link',
    ],
  })
  const picture = await sharp({ create: { width: 300, height: 90, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  await world.post(`/stakeholder-pages/${page.id}/logo`, {
    data: picture.toString('base64'),
    description: HOSTILE.slice(0, 200),
  })
  await world.post(`/stakeholder-pages/${page.id}/publish`, {})
  return `${await world.api.app.listen({ host: '127.0.0.1', port: 0 })}/pages/hostile-page`
}

/** What ran, what the policy of the page refused, and what the console said. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('dialog', (dialog) => void dialog.dismiss())
  page.on('pageerror', ({ message }) => void seen.push(`error: ${message}`))
  // Browsers ask every host for an icon.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      seen.push(`console: ${message.text()} ${message.location().url}`)
  })
  await page.exposeFunction('ran', (what: string) => void seen.push(`ran: ${what}`))
  await page.exposeFunction('refused', (what: string) => void seen.push(`refused: ${what}`))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => refused(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  return seen
}

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

it.skipIf(chromiumProgram === undefined)(
  'a page with hostile texts runs nothing, is accessible in every width and color, and works without scripts',
  async () => {
    const address = await publishHostilePage()
    const browser = await openChromium()
    for (const width of [1280, 390]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
        const seen = await watch(page)
        await page.goto(`${address}?q=${encodeURIComponent('script')}`)
        await page.evaluate(axe.source)
        const faults = await page.evaluate<string[]>(
          `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        expect(faults, `${width} ${colorScheme}`).toEqual([])
        const across = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(across, `${width} ${colorScheme}`).toBeLessThanOrEqual(width)
        expect(seen, `${width} ${colorScheme}`).toEqual([])
        await page.close()
      }
    }
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(address)
    await plain.getByLabel('Position').selectOption('Oppose')
    await plain.getByRole('button', { name: 'Show' }).click()
    expect(await plain.getByRole('status').textContent()).toBe('6 of 12 bills')
    await plain.getByRole('link', { name: /^Bill/ }).click()
    expect(await plain.getByRole('status').textContent()).toBe('6 of 12 bills')
    expect(await plain.locator('tbody tr').count()).toBe(6)
  },
  60_000,
)
