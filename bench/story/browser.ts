import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import type { Settings } from '../../runtime/settings/settings.ts'
import { findChromium } from '../../stack/install/chromium.ts'

/** One process for all frames of a page, so that its slower processor is that of the frames too. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-site-isolation-trials',
]

export const VIEWS = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme, name: `${width}-${scheme}` })),
)
export type View = (typeof VIEWS)[number]

export async function withBrowser<T>(settings: Settings, use: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await findChromium(settings, (step, detail) => console.error(`${step}: ${detail}`))
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

export const openView = (browser: Browser, { width, scheme }: View): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds in a frame. */
export async function faultsOf(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe.source)
  return frame.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({ runOnly: RULES })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  )
}

/** Collects what must not happen: errors, refusals of the policy of a page, scrolling to the side. */
export async function watch(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('pageerror', ({ message }) => void seen.push(`error: ${message}`))
  page.on('console', (message) => {
    // Browsers ask every host for an icon.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      seen.push(`console: ${message.text()}`)
  })
  await page.exposeFunction('policyRefused', (what: string) => void seen.push(`policy: ${what}`))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => policyRefused(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  return seen
}

export async function tooWide(frame: Frame): Promise<string[]> {
  const [across, width] = await frame.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  return across > width ? [`${across} pixels wide in ${width}`] : []
}

/** Words of usual length in cells that stand on two lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('tbody td, tbody th')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const broken = []
  while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/[\\p{L}\\d]{2,14}/gu)) {
    const range = document.createRange()
    range.setStart(walker.currentNode, word.index)
    range.setEnd(walker.currentNode, word.index + word[0].length)
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push('broken word ' + word[0])
  }
  return broken
}).slice(0, 10)`

export const brokenWords = (frame: Frame): Promise<string[]> => frame.evaluate<string[]>(BROKEN_WORDS)
