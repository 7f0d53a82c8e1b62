import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../../support/api/test-api.ts'
import { chromiumProgram, openChromium } from '../../support/browser/chromium.ts'
import { createServiceWithSample, type WholeService } from '../../support/service/whole-service.ts'

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

let service: WholeService
let api: TestApi
let base: string
let browser: Browser

beforeAll(async () => {
  if (chromiumProgram === undefined) return
  service = await createServiceWithSample()
  api = await service.openApi()
  base = await api.app.listen({ host: 'localhost', port: 0 })
  browser = await openChromium()
})

async function signedIn(
  token = api.token,
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: base })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) faults.push(message.text())
  })
  await page.goto('/console')
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/console')
  return { context, page, faults }
}

describe.skipIf(chromiumProgram === undefined)('a person with the console', () => {
  it('finds a bill, reads it, keeps it on a sheet, and sets an alert, by keyboard alone', async () => {
    const { context, page, faults } = await signedIn()
    const press = async (name: string, role: 'link' | 'button' = 'link') => {
      await page.getByRole(role, { name, exact: true }).first().focus()
      await page.keyboard.press('Enter')
    }
    await press('Sheets')
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Water bills')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/sheets/*')

    await press('Bills')
    await page.getByLabel('Words or number').focus()
    await page.keyboard.type('water')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console?q=water**')
    expect(await page.locator('mark').count()).toBeGreaterThan(0)
    const first = page.locator('li.row a').first()
    const title = (await first.textContent()) ?? ''
    await first.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/bills/*')
    expect(await page.locator('h1').textContent()).toContain(title.split(' ')[0])
    expect(await page.locator('.timeline li').count()).toBeGreaterThan(0)

    await press('Add', 'button')
    await page.waitForURL('**/console/sheets/*')
    expect(await page.locator('tbody tr').count()).toBe(1)

    await press('Alerts')
    await page.getByLabel('Name').fill('Water')
    await page.getByLabel('Mail address').fill('reader@example.org')
    await press('Make the alert', 'button')
    await page.getByText('Waiting').waitFor()
    await press('Water')
    await page.getByText('The next digest').waitFor()

    await press('Sign out', 'button')
    await page.waitForURL('**/console/sign-in')
    await page.goto('/console/sheets')
    expect(page.url()).toContain('/console/sign-in')
    expect(faults).toEqual([])
    await context.close()
  })

  it('sees roll calls as seats, versions with what changed, and people with their scorecards', async () => {
    const { context, page, faults } = await signedIn()
    const { data } = (await api.get('/v1/votes?limit=200')).json()
    const vote = data.find(
      ({ bill, counts }: { bill: object | null; counts: unknown[] }) => bill !== null && counts.length > 0,
    )
    await page.goto(`/console/bills/${vote.bill.id}`)
    const yes = vote.counts.find(({ option }: { option: string }) => option === 'yes').value
    const chart = page.getByRole('img', { name: `${yes} for` }).first()
    expect(await chart.locator('.seat-yes').count()).toBe(yes)

    await page.goto('/console/people')
    await page.locator('tbody a').first().click()
    await page.waitForURL('**/console/people/*')
    await page.getByRole('heading', { name: 'Terms' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('has pages that are accessible and fit, in every width and color', async () => {
    const scopes = ['read', 'sheets', 'alerts', 'webhooks', 'admin'] as const
    const { context, page } = await signedIn(await api.issue({ scopes }))
    const bill = (await api.get('/v1/votes?limit=200'))
      .json()
      .data.find(({ bill }: { bill: object | null }) => bill !== null).bill.id
    const person = (await api.get('/v1/legislators?limit=1')).json().data[0].id
    const paths = [
      '',
      '?q=water',
      `/bills/${bill}`,
      '/people',
      `/people/${person}`,
      '/sheets',
      '/alerts',
      '/webhooks',
      '/usage',
      '/operations',
    ]
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      for (const path of [...paths, '/sign-in']) {
        const answer = await page.goto(`/console${path}`)
        expect(answer?.status(), path).toBe(200)
        const across = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(across, `${path} ${width}`).toBeLessThanOrEqual(width)
        await page.evaluate(axe.source)
        const faults = await page.evaluate<string[]>(
          `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        )
        expect(faults, `${path} ${width} ${colorScheme}`).toEqual([])
        const folder = process.env.CONSOLE_PICTURES
        if (folder !== undefined) {
          const name = path.replaceAll(/\W+/g, '-')
          await page.screenshot({
            path: `${folder}/console${name}-${width}-${colorScheme}.png`,
            fullPage: true,
          })
        }
      }
    }
    await context.close()
  })
})
