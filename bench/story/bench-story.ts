import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Frame, Page } from 'playwright-core'
import sharp from 'sharp'
import { mailFolder } from '../../runtime/mail/mail-transport.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { markdown } from '../measure/tables.ts'
import { brokenWords, faultsOf, openView, tooWide, VIEWS, type View, watch, withBrowser } from './browser.ts'
import { makeWidget, publishStory, SIGN_UP } from './published-story.ts'
import { type StoryService, siteHtml, withSite, withStoryService } from './story-service.ts'

const BILLS = 60
/** A form is not taken sooner after it was shown. */
const READING_MS = 3_200
const PATIENCE_MS = 20_000
const COLORS = 64
/** The pictures that guides show. */
const IN_GUIDES = new Set(['page-1280-light', 'page-390-dark', 'widget-1280-light', 'sign-up-390-light'])

type Walk = {
  readonly service: StoryService
  readonly browser: Browser
  readonly shoot: (name: string, page: Page) => Promise<void>
  readonly faults: string[]
}

/**
 * Walks through sheet, page, widget, sign-up and lead in Chromium, at two widths in two color schemes, and fails if axe, the
 * policy of a page or a console finds anything. It leaves pictures in the folder: all of them, or those that guides show.
 */
export async function benchStory(folder: string, pictures = 'all'): Promise<string> {
  if (pictures !== 'all' && pictures !== 'guides')
    throw new LegislogError('usage', `pictures is ${JSON.stringify(pictures)}; it must be all or guides`)
  await mkdir(folder, { recursive: true })
  return withStoryService((service) =>
    withBrowser(service.settings, async (browser) => {
      const walk: Walk = {
        service,
        browser,
        faults: [],
        async shoot(name, page) {
          if (pictures === 'guides' && !IN_GUIDES.has(name)) return
          const bytes = await page.screenshot()
          await sharp(bytes)
            .png({ palette: true, colors: COLORS, compressionLevel: 9 })
            .toFile(join(folder, `${name}.png`))
        },
      }
      const published = await publishStory(service, BILLS)
      const { lines, added, unmatched } = published.imported
      for (const view of VIEWS) await look(walk, view, 'page', published.page)
      const leads = await walkSite(walk, published.sheet_id)
      if (walk.faults.length > 0) throw new LegislogError('service_failed', walk.faults.join('\n'))
      return markdown(
        ['', ''],
        [
          ['lines imported, added, came back', `${lines}, ${added}, ${unmatched.length}`],
          [
            'what came back',
            unmatched.map(({ text, reason }) => `${reason}: ${text}`).join('; ') || 'nothing',
          ],
          ['views of page and widget without a fault of axe, policy or console', String(2 * VIEWS.length)],
          ['visitors who signed up and confirmed, leads that the account sees', `${VIEWS.length}, ${leads}`],
        ],
      )
    }),
  )
}

async function look(
  { browser, shoot, faults }: Walk,
  view: View,
  name: string,
  address: string,
): Promise<void> {
  const context = await openView(browser, view)
  const page = await context.newPage()
  const seen = await watch(page)
  await page.goto(address)
  await note(faults, `${name} ${view.name}`, page.mainFrame(), seen)
  await shoot(`${name}-${view.name}`, page)
  await context.close()
}

async function note(faults: string[], place: string, frame: Frame, seen: readonly string[]): Promise<void> {
  const found = [
    ...(await faultsOf(frame)),
    ...(await tooWide(frame)),
    ...(await brokenWords(frame)),
    ...seen,
  ]
  faults.push(...found.map((one) => `${place}: ${one}`))
}

/** Each view is a visitor of the site, who signs up and confirms. Returns how many leads the account sees. */
async function walkSite(walk: Walk, sheetId: number): Promise<number> {
  let content = ''
  return withSite(
    () => content,
    async (site) => {
      const shows = { sheet_id: sheetId }
      const { snippet } = await makeWidget(walk.service, site, { shows, limit: 8, leads: SIGN_UP })
      content = siteHtml(snippet)
      for (const view of VIEWS) await signUp(walk, view, site)
      const { data } = await walk.service.call<{ data: { email: string; page: string }[] }>('GET', '/leads')
      const pages = new Set(data.map(({ page }) => page))
      if (pages.size !== 1 || !pages.has(`${site}/`))
        walk.faults.push(`leads name the pages ${[...pages].join(', ')} and not ${site}/`)
      if (data.length !== VIEWS.length) walk.faults.push(`${data.length} leads of ${VIEWS.length} visitors`)
      return data.length
    },
  )
}

async function signUp({ browser, service, shoot, faults }: Walk, view: View, site: string): Promise<void> {
  // One address gets one such mail a day.
  const email = `ada.${Date.now() % 1_000_000}@example.org`
  const context = await openView(browser, view)
  const page = await context.newPage()
  const seen = await watch(page)
  await page.goto(site)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Sign up' }).waitFor()
  await page.waitForFunction("document.querySelector('iframe').style.height !== '20rem'")
  const inner = page.frames()[1]!
  await note(faults, `widget ${view.name}`, inner, seen)
  faults.push(...(await tooWide(page.mainFrame())).map((one) => `site ${view.name}: ${one}`))
  await shoot(`widget-${view.name}`, page)
  await delay(READING_MS)
  await frame.getByLabel('E-mail').fill(email)
  await frame.getByLabel(SIGN_UP.consent_text).check()
  await frame.getByRole('button', { name: 'Sign up' }).scrollIntoViewIfNeeded()
  await shoot(`sign-up-${view.name}`, page)
  await frame.getByRole('button', { name: 'Sign up' }).click()
  await frame.getByText('a mail with a link is on its way').waitFor()
  await note(faults, `signed up ${view.name}`, page.frames()[1]!, seen)
  await page.goto(await linkTo(email, service.settings))
  await note(faults, `confirmation ${view.name}`, page.mainFrame(), seen)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your sign-up is confirmed.').waitFor()
  await note(faults, `confirmed ${view.name}`, page.mainFrame(), seen)
  await shoot(`confirmed-${view.name}`, page)
  await context.close()
}

/** The link in the mail to an address. Without a mail server, mails are files. */
async function linkTo(email: string, settings: Settings): Promise<string> {
  const folder = mailFolder(settings)
  const deadline_ms = Date.now() + PATIENCE_MS
  while (Date.now() < deadline_ms) {
    // The folder is made with the first mail.
    const files = await readdir(folder).catch(() => [])
    for (const file of files.filter((name) => name.endsWith('.eml'))) {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '')
      const link = /http:\S+\/leads\/confirm\/\w+/.exec(text)?.[0]
      if (text.includes(email) && link !== undefined) return link
    }
    await delay(200)
  }
  throw new LegislogError('service_failed', `no mail to ${email} came into ${folder}`)
}
