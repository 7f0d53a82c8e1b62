import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { cleanUp } from '../harness/clean-up.ts'

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium of this machine; undefined: tests in a browser are skipped. */
export const chromiumProgram: string | undefined = PROGRAMS.find((file) => existsSync(file))

/** Starts it without a window. It reaches loopback only, since tests have no other addresses. */
export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumProgram!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  cleanUp(() => browser.close())
  return browser
}
