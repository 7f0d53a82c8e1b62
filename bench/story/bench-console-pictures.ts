import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { LegislogError } from '../../schemas/errors.ts'
import { markdown } from '../measure/tables.ts'
import { faultsOf, openView, tooWide, type View, withBrowser } from './browser.ts'
import { cookieFor, signIn } from './console-session.ts'
import { publishStory } from './published-story.ts'
import { type StoryService, withStoryService } from './story-service.ts'

const BILLS = 12
const COLORS = 32
const WIDE: View = { width: 1280, scheme: 'light', name: '1280-light' }
const NARROW: View = { width: 390, scheme: 'dark', name: '390-dark' }

type Picture = { readonly name: string; readonly path: string; readonly view: View }

/** Leaves the pictures of the console that docs/getting-started shows in a folder, and fails if axe finds anything on them. */
export async function benchConsolePictures(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return withStoryService((service) =>
    withBrowser(service.settings, async (browser) => {
      const cookie = await signIn(service)
      const faults: string[] = []
      const rows: string[][] = []
      for (const { name, path, view } of await picturesOf(service)) {
        const context = await openView(browser, view)
        await context.addCookies([cookieFor(service, cookie)])
        const page = await context.newPage()
        await page.goto(`${service.origin}/console${path}`)
        const found = [...(await faultsOf(page.mainFrame())), ...(await tooWide(page.mainFrame()))]
        faults.push(...found.map((one) => `${name}: ${one}`))
        const bytes = await shoot(page, join(folder, `${name}-${view.name}.png`))
        rows.push([name, view.name, (bytes / 1_000).toFixed(1)])
        await context.close()
      }
      if (faults.length > 0) throw new LegislogError('service_failed', faults.join('\n'))
      return markdown(['picture', 'view', 'kB'], rows, 2)
    }),
  )
}

async function shoot(page: Page, file: string): Promise<number> {
  const bytes = await page.screenshot()
  const { size } = await sharp(bytes).png({ palette: true, colors: COLORS, compressionLevel: 9 }).toFile(file)
  return size
}

async function picturesOf(service: StoryService): Promise<readonly Picture[]> {
  const { call } = service
  const { sheet_id } = await publishStory(service, BILLS)
  const { data: pages } = await call<{ data: readonly { id: number }[] }>('GET', '/stakeholder-pages')
  const { data: bills } = await call<{ data: readonly { id: number }[] }>(
    'GET',
    '/bills?q=pollinators&limit=1',
  )
  const endpoint = await call<{ id: number }>('POST', '/webhook_endpoints', {
    url: 'https://hooks.example.org/legislation',
    events: ['bill.action', 'vote.recorded'],
    filter: { jurisdictions: ['zz'] },
  })
  return [
    { name: 'bill', path: `/bills/${bills[0]?.id}`, view: WIDE },
    { name: 'search', path: '?q=water', view: WIDE },
    { name: 'sheet', path: `/sheets/${sheet_id}`, view: WIDE },
    { name: 'page', path: `/pages/${pages[0]?.id}`, view: NARROW },
    { name: 'endpoint', path: `/webhooks/${endpoint.id}`, view: WIDE },
    { name: 'operations', path: '/operations', view: WIDE },
  ]
}
