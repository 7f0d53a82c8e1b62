import { type Browser, chromium } from 'playwright-core'
import { readSettings } from '../../../runtime/settings/settings.ts'
import { findChromium } from '../../../stack/install/chromium.ts'
import { cleanUp } from '../harness/clean-up.ts'

/** The Chromium of this machine, installed if that is possible; undefined: tests in a browser are skipped. */
export const chromiumProgram: string | undefined = await findChromium(
  readSettings(process.env),
  (step, detail) => console.error(`${step}: ${detail}`),
).catch((error: Error) => {
  console.error(`SKIPPED: tests in a browser, because Chromium cannot be had: ${error.message}`)
  return undefined
})

/** Starts it without a window. It reaches loopback only, since tests have no other addresses. */
export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumProgram!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  cleanUp(() => browser.close())
  return browser
}
