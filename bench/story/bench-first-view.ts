import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { withBrowser } from './browser.ts'
import { type Load, loadOnce, median, SLOWER } from './load-once.ts'
import { makeWidget, publishStory, SIGN_UP } from './published-story.ts'
import { siteHtml, withSite, withStoryService } from './story-service.ts'

const LOADS = 7
const MOST_BYTES = 100_000
const MOST_MS = 1_000
const WIDTHS = [1280, 390]
const SIZES = [50, 500]

/** What a visitor waits for and receives at the first visit, with a processor that is four times slower. */
export async function benchFirstView(): Promise<string> {
  return withStoryService((service) =>
    withBrowser(service.settings, async (browser) => {
      const rows: string[][] = []
      const over: string[] = []
      async function measure(name: string, address: string): Promise<void> {
        for (const width of WIDTHS) {
          const loads: Load[] = []
          // The first load makes the answer.
          for (let count = 0; count <= LOADS; count += 1) {
            const load = await loadOnce(browser, width, address)
            if (count > 0) loads.push(load)
          }
          const bytes = Math.max(...loads.map((load) => load.bytes))
          const interactive_ms = median(loads.map((load) => load.interactive_ms))
          if (bytes > MOST_BYTES || interactive_ms > MOST_MS) over.push(`${name} at ${width}`)
          rows.push([
            name,
            String(width),
            (bytes / 1_000).toFixed(1),
            median(loads.map((load) => load.painted_ms)).toFixed(0),
            interactive_ms.toFixed(0),
            Math.max(...loads.map((load) => load.interactive_ms)).toFixed(0),
            median(loads.map((load) => load.cpu_ms)).toFixed(0),
          ])
        }
      }
      await withSite(
        () => siteHtml(''),
        (site) => measure('the site without a widget', site),
      )
      let sheetId = 0
      for (const size of SIZES) {
        const { page, sheet_id, imported } = await publishStory(service, size)
        await measure(`page of ${imported.added} bills with a logo`, page)
        sheetId = sheet_id
      }
      let content = ''
      await withSite(
        () => content,
        async (site) => {
          const shows = { sheet_id: sheetId }
          for (const [name, more] of [
            ['widget of 25 bills, on a site', { shows }],
            ['widget of 100 bills with a form, on a site', { shows, limit: 100, leads: SIGN_UP }],
            ['find-your-rep, on a site', { type: 'find-your-rep', columns: undefined }],
          ] as const) {
            content = siteHtml((await makeWidget(service, site, more)).snippet)
            await measure(name, site)
          }
        },
      )
      return keepResult(
        'legislog bench first-view',
        [
          `Chromium with its processor ${SLOWER} times slower (CDP), ${LOADS} visits each without a cache, from the start of the visit until everything was loaded and painted and no task of over 50 ms ran any more. The site around a widget is in its numbers. Bytes are those that were transferred, with headers. The thread of the page includes the frames.`,
          `Bar: ${MOST_BYTES / 1_000} kB and ${MOST_MS} ms (median). Over it: ${over.join(', ') || 'none'}.`,
          markdown(['', 'width', 'kB', 'painted ms', 'interactive ms', 'slowest ms', 'thread ms'], rows, 1),
        ].join('\n\n'),
      )
    }),
  )
}
